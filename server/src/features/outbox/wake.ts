import type { Repeating } from '../../platform/concurrency/repeat.ts'
import { afterCommit, type Tx } from '../../platform/db/db.ts'

/** The relays of this process. Those of others find what is due when they look next. */
const relays = new Set<Repeating>()

/** What was promised need not wait until a relay looks: it is told. */
export const wakeRelaysAfter = (tx: Tx) => afterCommit(tx, wakeRelays)

function wakeRelays() {
  for (const relay of relays) relay.wake()
}

/** While it runs. */
export function wokenByCommits(relay: Repeating): Repeating {
  relays.add(relay)
  const stop = () => {
    relays.delete(relay)
    return relay.stop()
  }
  return { ...relay, stop }
}

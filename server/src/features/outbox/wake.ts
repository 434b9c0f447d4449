import type { Repeating } from '../../platform/concurrency/repeat.ts'
import { afterCommit, type Tx } from '../../platform/db/db.ts'

/** The relays of this process. Relays of other processes find new rows at their next poll. */
const relays = new Set<Repeating>()

/** Wakes the relays after the commit, so that a new row does not wait for the next poll. */
export const wakeRelaysAfterCommit = (tx: Tx) => afterCommit(tx, wakeRelays)

function wakeRelays() {
  for (const relay of relays) relay.wake()
}

/** Registers the relay until it is stopped. */
export function wakeOnCommit(relay: Repeating): Repeating {
  relays.add(relay)
  const stop = () => {
    relays.delete(relay)
    return relay.stop()
  }
  return { ...relay, stop }
}

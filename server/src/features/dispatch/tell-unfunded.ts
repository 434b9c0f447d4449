import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notify } from '../notifications/notify.ts'

/** Once a day, however many messages wait. */
export async function tellUnfunded(deps: Pick<Deps, 'db'>, vendorId: VendorId, now: Date) {
  const cause = `messages-waiting-${now.toISOString().slice(0, 10)}`
  await inTransaction(deps.db, (tx) => notify(tx, vendorId, { kind: 'MESSAGES_WAITING' }, cause, now))
}

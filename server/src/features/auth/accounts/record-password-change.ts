import type { AccountId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { recordForVendor, sealPersonal } from '../../audit/record-for-vendor.ts'
import { membershipOf } from '../../vendors/members.ts'
import type { Client } from '../sessions/client.ts'

/** For the audit log of the member's vendor; operators have none. */
export async function recordPasswordChange(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  accountId: AccountId,
  action: 'PASSWORD_CHANGED' | 'PASSWORD_RESET',
  { ip, device }: Client,
  now: Date,
) {
  const vendorId = (await membershipOf(tx, accountId))?.vendorId
  if (!vendorId) return
  const personal = await sealPersonal(deps, tx, vendorId, { ip })
  const done = { action, subjectType: 'member', subjectId: accountId, details: { device: device ?? null }, personal }
  await recordForVendor(tx, { vendorId, accountId }, done, now)
}

import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notFound } from '../../../platform/errors.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { notify } from '../../notifications/notify.ts'
import { alreadyDecided, assertUndecided } from '../decide.ts'
import { presentRequest } from '../present.ts'
import * as sql from '../sql.ts'

type WithdrawDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

/** The vendor withdraws its request, as long as it is undecided. */
export async function withdrawRequest(deps: WithdrawDeps, who: VendorPrincipal, id: string) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => withdrawWithin(tx, deps, who, id, now))
}

async function withdrawWithin(tx: Tx, deps: WithdrawDeps, who: VendorPrincipal, id: string, now: Date) {
  const { vendorId } = who
  if (!(await sql.findRequest(tx, vendorId, id))) throw notFound()
  const request = await sql.lockRequest(tx, vendorId, id)
  assertUndecided(request)
  const row = await sql.transitionRequest(tx, vendorId, id, 'WITHDRAWN', { decided_at: now, finished_at: now })
  if (!row) throw alreadyDecided(request)
  const notice = { kind: 'REFUND_WITHDRAWN', invoiceNumber: row.invoice_number } as const
  await notify(tx, vendorId, notice, `refund-withdrawn-${id}`, now)
  const done = { action: 'REFUND_WITHDRAWN', subjectType: 'refundRequest', subjectId: id } as const
  await recordForVendor(tx, who, { ...done, details: { invoiceNumber: row.invoice_number } }, now)
  return presentRequest(deps, tx, row, [])
}

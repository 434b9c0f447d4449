import type { VendorId } from '../../../domain/ids.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import type { Once } from '../../../platform/idempotency/idempotency.ts'
import { recordAction } from '../../audit/record.ts'
import { notify } from '../../notifications/notify.ts'
import { presentRequest, sealText } from '../present.ts'
import type { PaidOutBody } from '../schema.ts'
import * as sql from '../sql.ts'
import * as payouts from './payouts.sql.ts'

type PaidOutDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

/**
 * Records that an operator has transferred by bank what the gateway could not refund. Accepted once, so that it is not
 * paid twice.
 */
export async function markPaidOut(deps: PaidOutDeps, operator: Operator, id: string, body: PaidOutBody, once: Once) {
  const found = await sql.vendorOfRequest(deps.db, id)
  if (!found) throw notFound()
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => markWithin(tx, deps, found.vendorId, id, { operator, body, once, now }))
}

interface Act {
  operator: Operator
  body: PaidOutBody
  once: Once
  now: Date
}

async function markWithin(
  tx: Tx,
  deps: PaidOutDeps,
  vendorId: VendorId,
  id: string,
  { operator, body, once, now }: Act,
) {
  const request = await sql.lockRequest(tx, vendorId, id)
  const all = await payouts.listPayouts(tx, vendorId, [id])
  assertPayable(request, all)
  const row = await sql.markPaidOut(tx, vendorId, id, {
    paid_out_at: now,
    paid_out_by: operator.accountId,
    paid_out_reference_cipher: await sealText(deps, tx, vendorId, body.reference),
  })
  const figures = { amountMinorUnit: toJsonInteger(row.manual_payout_minor_unit), currency: row.currency }
  await notify(tx, vendorId, { kind: 'PAID_OUT', ...figures }, `paid-out-${id}`, now)
  await recordAction(
    tx,
    {
      operatorId: operator.accountId,
      action: 'REFUND_PAID_OUT',
      vendorId,
      subjectType: 'refundRequest',
      subjectId: id,
      details: figures,
    },
    now,
  )
  const view = await presentRequest(deps, tx, row, all)
  await once.remember(tx, 200, view)
  return view
}

/** While the gateway may still refuse a part, the amount to pay manually is not final. */
function assertPayable(request: sql.RequestRow, all: readonly payouts.PayoutRow[]) {
  if (request.manual_payout_minor_unit === 0n) throw refused(request, 'This refund has no manual payout.')
  if (request.status !== 'REFUNDED' || all.some(({ settled_at }) => settled_at === null))
    throw refused(request, 'The payment gateway has not completed its refunds yet, so the amount may still change.')
  if (request.paid_out_at !== null) throw refused(request, 'It has already been paid out.')
}

const refused = ({ status }: sql.RequestRow, detail: string) =>
  new AppError('INVALID_STATE', { detail, members: { currentStatus: status } })

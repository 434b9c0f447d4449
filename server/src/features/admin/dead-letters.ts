import { PLATFORM } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import type { GatewayEvent } from '../../ports/payment-gateway.ts'
import { recordAction } from '../audit/record.ts'
import { type DeadLetter, findDeadLetter, markClosed, markReplayed, requeueJob } from '../outbox/dead-letters.ts'
import { refundPayment } from '../payments/jobs.ts'
import { abandonPaymentRefund } from '../payments/unmatched/abandon-refund.ts'
import { processRefund } from '../refunds/jobs.ts'
import { abandonRefund } from '../refunds/payouts/abandon.ts'
import { readWebhook } from '../webhook-intake/read.ts'
import { replayWebhook } from '../webhook-intake/replay.ts'

/** Replays through the normal handler, once. Effects of the first run are not repeated. */
export async function replayDeadLetter(deps: Pick<Deps, 'db' | 'clock'>, operator: Operator, id: string) {
  const letter = await findDeadLetter(deps.db, id)
  if (!letter) throw notFound()
  if (letter.kind === 'MESSAGE')
    throw new AppError('NOT_REPLAYABLE', {
      detail: 'Messages cannot be replayed. Retry the failed recipients of the campaign instead.',
    })
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => replayWithin(tx, operator, letter, now))
  const after = (await findDeadLetter(deps.db, id)) ?? letter
  if (after.closed_at) throw new AppError('NOT_REPLAYABLE', { detail: 'This dead letter was closed by an operator.' })
  return presentLetter(after)
}

async function replayWithin(tx: Tx, { accountId }: Operator, letter: DeadLetter, now: Date) {
  if (!(await markReplayed(tx, letter, now))) return
  if (letter.kind === 'JOB') await requeueJob(tx, letter, now)
  else await replayWebhook(tx, letter.id, now)
  const details = { kind: letter.kind, name: letter.name }
  await recordAction(
    tx,
    { operatorId: accountId, action: 'DEAD_LETTER_REPLAYED', ...subject(letter), details, ...to('REPLAYED') },
    now,
  )
}

/** For letters that were resolved in another way. Of a concurrent replay and closing one succeeds. */
export async function closeDeadLetter(deps: Deps, operator: Operator, id: string, reason: string) {
  const letter = await findDeadLetter(deps.db, id)
  if (!letter) throw notFound()
  const abandonWithin = isOpen(letter) ? await prepareAbandon(deps, letter) : undefined
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (await closeWithin(tx, operator, letter, reason, now)) await abandonWithin?.(tx, now)
  })
  const after = (await findDeadLetter(deps.db, id)) ?? letter
  if (!after.closed_at) throw new AppError('INVALID_STATE', { detail: 'This dead letter has already been replayed.' })
  return presentLetter(after)
}

async function closeWithin(tx: Tx, { accountId }: Operator, letter: DeadLetter, reason: string, now: Date) {
  if (!(await markClosed(tx, letter, now))) return false
  const details = { kind: letter.kind, name: letter.name, reason }
  await recordAction(
    tx,
    { operatorId: accountId, action: 'DEAD_LETTER_CLOSED', ...subject(letter), details, ...to('CLOSED') },
    now,
  )
  return true
}

const to = (status: 'REPLAYED' | 'CLOSED') => ({ before: { status: 'OPEN' }, after: { status } })

const isOpen = ({ replayed_at, closed_at }: DeadLetter) => replayed_at === null && closed_at === null

/** A refund whose job is closed would wait for it forever, so it is finished in the same transaction. */
function prepareAbandon(deps: Deps, { kind, name, vendor_id: vendorId, payload }: DeadLetter) {
  if (kind !== 'JOB') return undefined
  if (name === processRefund.name) return abandonRefund(deps, vendorId, processRefund.payload.parse(payload))
  if (name === refundPayment.name) return abandonPaymentRefund(deps, vendorId, refundPayment.payload.parse(payload))
  return undefined
}

const vendorOf = ({ vendor_id: vendorId }: DeadLetter) => (vendorId === PLATFORM ? null : vendorId)
const subject = (letter: DeadLetter) => ({
  vendorId: vendorOf(letter),
  subjectType: 'deadLetter',
  subjectId: letter.id,
})

export const presentLetter = (letter: DeadLetter) => ({
  id: letter.id,
  kind: letter.kind,
  vendorId: vendorOf(letter),
  name: letter.name,
  reason: letter.reason,
  attempts: letter.attempts,
  createdAt: letter.created_at.toISOString(),
  replayedAt: letter.replayed_at?.toISOString() ?? null,
  closedAt: letter.closed_at?.toISOString() ?? null,
})

/** With a webhook's payment data, so that an unmatched payment can be identified, and no personal data. */
export async function readDeadLetter(deps: Pick<Deps, 'db' | 'keyring' | 'gatewayWebhooks'>, id: string) {
  const letter = await findDeadLetter(deps.db, id)
  if (!letter) throw notFound()
  const webhook = letter.kind === 'WEBHOOK' ? await readWebhook(deps, letter.id) : undefined
  const money =
    webhook?.source === 'GATEWAY' ? paymentSummary(deps.gatewayWebhooks.read(webhook.body, webhook.receivedAt)) : null
  return { ...presentLetter(letter), money }
}

function paymentSummary(event: GatewayEvent) {
  const payment =
    event.kind === 'CAPTURED' ? event.payment : event.kind === 'SUBSCRIPTION' ? event.event.payment : undefined
  if (event.kind === 'REFUND')
    return {
      gatewayPaymentId: event.event.gatewayPaymentId,
      gatewayOrderId: null,
      gatewayRefundId: event.event.gatewayRefundId,
      amountMinorUnit: toJsonInteger(event.event.amountMinorUnit),
      currency: null,
    }
  if (!payment) return null
  return {
    gatewayPaymentId: payment.gatewayPaymentId,
    gatewayOrderId: payment.gatewayOrderId,
    gatewayRefundId: null,
    amountMinorUnit: toJsonInteger(payment.amountMinorUnit),
    currency: payment.currency,
  }
}

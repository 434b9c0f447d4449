import type { Expected } from '../engine/verb.ts'
import { HOUR } from './calendar.ts'
import { limitIn, payableStep } from './currency.ts'
import type { Model, RefundRequest } from './model.ts'
import { pendingRefund } from './refunds.ts'
import { end, live } from './subscription.ts'
import { take } from './wallet.ts'

const MINIMUM_PAISE = 10_000
const FEE_PERCENT = 2
const GATEWAY_MIN = 100
const QUIET = HOUR

/** An account is closed only when nothing is under way: no message, no payment, no refund. */
export function whyNotClosable(model: Model): string | undefined {
  const isRunning = model.messaging.campaigns.some(({ status }) => ['SCHEDULED', 'RUNNING', 'PAUSED'].includes(status))
  if (model.wallet.reserved > 0 || isRunning) return 'ACTIVE_CAMPAIGN'
  if (model.wallet.inFlight > 0) return 'MESSAGES_IN_FLIGHT'
  if (model.orders.some(({ status, createdAt }) => status !== 'PAID' && createdAt > model.now - QUIET))
    return 'OPEN_ORDER'
  if (pendingRefund(model)) return 'OPEN_REFUND'
  return undefined
}

/** Bonus is forfeited, and so is a paid part that is too small; a fee of 2%, rounded up, is kept of the rest. */
export function exitParts({ wallet: { balance, bonus }, shared, currency }: Model) {
  const paid = balance - bonus
  if (paid < limitIn(shared, MINIMUM_PAISE, currency)) return { forfeit: balance, fee: 0, amount: 0 }
  const fee = Math.ceil((paid * FEE_PERCENT) / 100)
  return { forfeit: bonus, fee, amount: paid - fee }
}

/** Refused when it would pay out more than was agreed to. */
export function approveExit(model: Model, request: RefundRequest, agreed: number): Expected {
  if (whyNotClosable(model)) return { status: 409, code: 'INVALID_STATE' }
  const parts = exitParts(model)
  if (parts.amount > agreed) return { status: 409, code: 'INVALID_STATE' }
  Object.assign(request, parts, { currency: model.currency })
  closeWallet(model, request)
  const { amount, fee, forfeit } = parts
  return { status: 200, body: { amountMinorUnit: amount, feeMinorUnit: fee, forfeitMinorUnit: forfeit } }
}

function closeWallet(model: Model, request: RefundRequest) {
  for (const amount of [request.forfeit, request.fee, request.amount ?? 0]) take(model, 'DEBIT', amount)
  spread(model, request)
  const sub = live(model)
  if (sub) end(model, sub, model.now)
  model.status = 'CLOSING'
}

/** Over the recharges, newest first; what they cannot take back is paid out by hand. */
function spread(model: Model, request: RefundRequest) {
  let rest = request.amount ?? 0
  for (const [at, invoice] of [...model.invoices.entries()].reverse()) {
    if (invoice.type !== 'WALLET_RECHARGE') continue
    const most = Math.min(rest, invoice.base - invoice.refunded)
    const amount = most - (most % payableStep(model.currency))
    if (amount < GATEWAY_MIN) continue
    request.payouts.push({ payment: invoice.payment, invoice: at, amount, status: 'PLANNED', atGateway: null })
    rest -= amount
  }
  request.manual = rest
}

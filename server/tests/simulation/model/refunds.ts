import type { Expected } from '../engine/verb.ts'
import { HOUR } from './calendar.ts'
import { failJob } from './dead-letters.ts'
import { Missing } from './missing.ts'
import type { Model, Payout, RefundRequest } from './model.ts'
import { end } from './subscription.ts'

const CHECK_AFTER = HOUR

export const isOpen = ({ status }: RefundRequest) => ['REQUESTED', 'APPROVED', 'PROCESSING'].includes(status)
/** A request about an invoice that is still open blocks the plan. */
export const pendingRefund = (model: Model) => model.requests.find((one) => one.kind === 'INVOICE' && isOpen(one))

export interface Refusal {
  status: number
  code: string
}
const refuse = (status: number, code: string): Refusal => ({ status, code })

/** Why an invoice cannot be refunded at all. */
export function notRefundable(model: Model, at: number): Refusal | undefined {
  const invoice = model.invoices[at]
  if (!invoice) throw new Missing(`there is no invoice ${at}`)
  if (invoice.type !== 'SUBSCRIPTION') return refuse(422, 'NOT_REFUNDABLE')
  if (invoice.status === 'VOID') return refuse(409, 'INVALID_STATE')
  return undefined
}

/** Vendors ask for the first month of a monthly plan, within three days of its payment, once. */
export function vendorMayNotAsk(model: Model, at: number): Refusal | undefined {
  const refusal = notRefundable(model, at)
  if (refusal) return refusal
  const invoice = model.invoices[at]
  const sub = model.subscriptions[(invoice?.subscription ?? 0) - 1]
  const isFirst = sub?.cycles[0]?.payment === invoice?.payment
  if (isFirst && sub?.cycle !== 'MONTHLY') return refuse(422, 'NOT_REFUNDABLE')
  // What the bank refused may be asked for again later.
  const asked = model.requests.filter((one) => one.invoice === at && one.status === 'FAILED')
  const askedAt = Math.min(model.now, ...asked.map(({ requestedAt }) => requestedAt))
  if (!isFirst || !sub || sub.refundDeadline === null || askedAt > sub.refundDeadline)
    return refuse(422, 'REFUND_WINDOW_CLOSED')
  if (firstMonthUsed(model, at)) return refuse(422, 'REFUND_ALREADY_USED')
  return undefined
}

/** Granted once per vendor, and once per tax number, of the invoice or of today: also while it is on its way. */
function firstMonthUsed(model: Model, at: number) {
  const own = [model.invoices[at]?.gstin, model.gstin]
  return model.shared.vendors.some((vendor) =>
    vendor.requests.some(
      ({ basis, status, gstin }) =>
        basis === 'FIRST_MONTH' &&
        ['APPROVED', 'PROCESSING', 'REFUNDED'].includes(status) &&
        (vendor === model || (gstin !== null && own.includes(gstin))),
    ),
  )
}

/** Where the value of an invoice went meanwhile, so that it cannot be refunded any more. */
export function lostBecause(model: Model, at: number): string | undefined {
  const invoice = model.invoices[at]
  if (!invoice || invoice.status === 'VOID' || left(model, at) <= 0) return 'ALREADY_REFUNDED'
  const cycle = model.subscriptions.flatMap(({ cycles }) => cycles).find(({ payment }) => payment === invoice.payment)
  if (cycle?.movedTo === 'NEW_CYCLE') return 'SUPERSEDED'
  if (cycle?.movedTo === 'BONUS') return 'RETURNED_AS_BONUS'
  return undefined
}

export const left = (model: Model, at: number) => {
  const invoice = model.invoices[at]
  return invoice ? invoice.base + invoice.gst - invoice.refunded : 0
}

/** What an approval would refund now, or why it may not. */
export function refundable(model: Model, request: RefundRequest, part: number | null): Refusal | number {
  const at = request.invoice ?? 0
  if (lostBecause(model, at)) return refuse(409, 'NO_LONGER_REFUNDABLE')
  const refused = notRefundable(model, at)
  if (refused) return refused
  if (request.basis === 'FIRST_MONTH' && firstMonthUsed(model, at)) return refuse(422, 'REFUND_ALREADY_USED')
  const most = left(model, at)
  const isWhole = part === null || part === most
  if (Number(part) > most || (request.basis === 'FIRST_MONTH' && !isWhole)) return refuse(422, 'NOT_REFUNDABLE')
  return part ?? most
}

export function approveInvoice(model: Model, request: RefundRequest, part: number | null): Expected {
  const amount = refundable(model, request, part)
  if (typeof amount !== 'number') return amount
  const at = request.invoice ?? 0
  const payment = model.invoices[at]?.payment ?? ''
  request.amount = amount
  request.gstin = model.invoices[at]?.gstin ?? model.gstin
  request.payouts = [{ payment, invoice: at, amount, status: 'PLANNED', atGateway: null }]
  return { status: 200, body: { amountMinorUnit: amount } }
}

/** The job that asks the gateway. From here on the money counts as refunded. */
export function processRequest(model: Model, request: RefundRequest, answer: (payment: string) => GatewayAnswer) {
  request.jobDue = null
  if (request.status === 'APPROVED') request.status = 'PROCESSING'
  if (request.status !== 'PROCESSING' && request.kind === 'INVOICE') return
  conclude(model, request)
  for (const [place, payout] of request.payouts.entries()) {
    if (!isUnsettled(payout)) continue
    const said = payout.atGateway ?? answer(payout.payment)
    if (model.gatewayAway?.request === request.name) {
      if (model.gatewayAway.isMade && said !== 'refused') payout.atGateway = said
      return failJob(model, request)
    }
    if (said === 'refused') settlePayout(model, request, place, 'failed')
    else {
      payout.atGateway = said
      settlePayout(model, request, place, said)
    }
  }
  delete request.letter
  request.failures = 0
  if (request.payouts.some(isUnsettled)) request.jobDue = model.now + CHECK_AFTER
}

export const isUnsettled = ({ status }: Payout) => status === 'PLANNED' || status === 'ACCEPTED'

/** An operator closes the letter of a job that was given up: what the gateway has not made by then has failed. */
export function abandon(model: Model, request: RefundRequest): Expected | undefined {
  const open = [...request.payouts.entries()].filter(([, payout]) => isUnsettled(payout))
  if (open.some(([, { atGateway }]) => atGateway === 'pending')) return { status: 409, code: 'INVALID_STATE' }
  if (request.status === 'APPROVED') request.status = 'PROCESSING'
  for (const [place, { atGateway }] of open) settlePayout(model, request, place, atGateway ?? 'failed')
  conclude(model, request)
  return undefined
}

export type GatewayAnswer = 'processed' | 'pending' | 'failed' | 'refused'

/** A result of the gateway takes effect once. */
export function settlePayout(
  model: Model,
  request: RefundRequest,
  place: number,
  result: 'pending' | 'processed' | 'failed',
) {
  const payout = request.payouts[place]
  if (!payout || payout.status === 'PROCESSED' || payout.status === 'FAILED') return
  const before = payout.status
  if (result === 'pending' && before === 'ACCEPTED') return
  payout.status = result === 'pending' ? 'ACCEPTED' : result === 'processed' ? 'PROCESSED' : 'FAILED'
  if (request.kind === 'WALLET_EXIT') {
    if (payout.status === 'FAILED') request.manual += payout.amount
    else if (before === 'PLANNED') creditInvoice(model, payout.invoice, payout.amount)
  }
  conclude(model, request)
}

function conclude(model: Model, request: RefundRequest) {
  if (request.status !== 'PROCESSING') return
  if (request.kind === 'WALLET_EXIT') {
    if (request.payouts.some(({ status }) => status === 'PLANNED')) return
    request.status = 'REFUNDED'
    model.status = 'CLOSED'
    return
  }
  const [payout] = request.payouts
  if (payout?.status === 'FAILED') request.status = 'FAILED'
  if (payout?.status !== 'PROCESSED') return
  request.status = 'REFUNDED'
  creditInvoice(model, payout.invoice, payout.amount)
  if (request.basis === 'FIRST_MONTH') endUnlessPaidAgain(model, payout.payment)
}

function creditInvoice(model: Model, at: number | null, amount: number) {
  const invoice = at === null ? undefined : model.invoices[at]
  if (!invoice) return
  invoice.refunded += amount
  if (invoice.refunded === invoice.base + invoice.gst) invoice.status = 'VOID'
  model.creditNotes++
}

/** A refund of the first month ends the plan, unless the plan was paid for again. */
function endUnlessPaidAgain(model: Model, payment: string) {
  const sub = model.subscriptions.find(({ cycles }) => cycles.some((cycle) => cycle.payment === payment))
  const place = sub?.cycles.findIndex((cycle) => cycle.payment === payment) ?? -1
  if (sub && sub.cancelledAt === null && place === sub.cycles.length - 1) end(model, sub, model.now)
}

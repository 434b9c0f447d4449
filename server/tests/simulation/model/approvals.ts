import type { Expected } from '../engine/verb.ts'
import type { Approval } from './approval.ts'
import { DAY } from './calendar.ts'
import { isWorthMore } from './currency.ts'
import { closeLetters } from './dead-letters.ts'
import { approveExit } from './exit.ts'
import { Missing } from './missing.ts'
import { find, isLeaving, type LedgerEntry, type Model, type Payment, type RefundRequest } from './model.ts'
import { issueRecharge } from './payments.ts'
import { APPROVAL_THRESHOLD } from './prices.ts'
import { approveInvoice, type GatewayAnswer } from './refunds.ts'
import { add, spendable, take } from './wallet.ts'

const EXPIRES_AFTER = 7 * DAY
const invalid: Expected = { status: 409, code: 'INVALID_STATE' }
export const otherCurrency: Expected = { status: 422, code: 'CURRENCY_MISMATCH' }

export const isPending = (model: Model, { status, requestedAt }: Approval) =>
  status === 'PENDING' && model.now < requestedAt + EXPIRES_AFTER

type Wanted = Pick<Approval, 'name' | 'kind' | 'amount' | 'currency' | 'subject'> & Partial<Approval>

/**
 * What one operator did alone within a day counts together. Above the threshold it waits for a second operator: the same
 * thing once, and not for another amount meanwhile. Undefined: the operator may do it alone.
 */
export function waitForSecond(model: Model, wanted: Wanted): Expected | undefined {
  const { kind, amount, currency, subject } = wanted
  if (amount <= 0) return undefined
  const recent = model.unapproved.filter(
    (one) => one.kind === kind && one.currency === currency && one.at > model.now - DAY,
  )
  const sum = recent.reduce((total, one) => total + one.amount, amount)
  if (!isWorthMore(model.shared, sum, currency, APPROVAL_THRESHOLD)) {
    model.unapproved.push({ at: model.now, kind, amount, currency })
    return undefined
  }
  const waiting = model.approvals.find(
    (one) => one.kind === kind && one.subject === subject && kind !== 'CREDIT' && isPending(model, one),
  )
  if (waiting && waiting.amount !== amount) return invalid
  if (!waiting) model.approvals.push({ type: 'CREDIT', ...wanted, status: 'PENDING', requestedAt: model.now })
  return { status: 202, body: { status: 'PENDING' } }
}

/** A second operator agrees: everything is checked again, and then done. */
export function execute(model: Model, approval: Approval, gateway: GatewayAnswer): Expected {
  const refused = EXECUTE[approval.kind](model, approval, gateway)
  if (refused) return refused
  approval.status = 'APPROVED'
  return { status: 200, body: { status: 'APPROVED' } }
}

type Execution = (model: Model, approval: Approval, gateway: GatewayAnswer) => Expected | undefined
const EXECUTE: Record<Approval['kind'], Execution> = {
  CREDIT(model, { type, amount, currency, subject }) {
    if (isLeaving(model)) return invalid
    if (currency !== model.currency) return otherCurrency
    add(model, type, amount, { name: subject, isOperators: true })
    return undefined
  },
  CORRECTION(model, { subject }) {
    const entry = entryOf(model, subject)
    if (entry.isCorrected || isLeaving(model)) return invalid
    if (spendable(model) === 0) return { status: 402, code: 'INSUFFICIENT_BALANCE' }
    takeBack(model, entry)
    return undefined
  },
  REFUND(model, { subject, amount }, gateway) {
    const request = find(model.requests, subject)
    if (request.status !== 'REQUESTED') return invalid
    const isExit = request.kind === 'WALLET_EXIT'
    const approved = isExit ? approveExit(model, request, amount) : approveInvoice(model, request, amount)
    if (approved.status !== 200) return approved
    promiseRefund(model, request, gateway)
    return undefined
  },
  PAYOUT: (model, { subject }) => recordPayout(find(model.requests, subject)),
  PAYMENT_REFUND(model, { subject }) {
    const payment = find(model.payments, subject)
    if (payment.state !== 'UNPLACED') return invalid
    refundPayment(model, payment)
    return undefined
  },
  PAYMENT_CREDIT(model, { subject }) {
    const payment = find(model.payments, subject)
    if (payment.state !== 'UNPLACED' || isLeaving(model)) return invalid
    if (payment.currency !== model.currency) return otherCurrency
    creditPayment(model, payment)
    return undefined
  },
}

export function entryOf(model: Model, name: string): LedgerEntry {
  const entry = model.wallet.ledger.find((one) => one.name === name)
  if (!entry) throw new Missing(`no entry ${name}`)
  return entry
}

/** Takes back as much as there is: of a CREDIT paid money first, of a BONUS bonus first. */
export function takeBack(model: Model, entry: LedgerEntry): number {
  const taken = Math.min(entry.amount, spendable(model))
  take(model, 'DEBIT', taken, entry.type === 'CREDIT')
  Object.assign(entry, { isCorrected: true, taken })
  return taken
}

/** An approved request: a job asks the gateway, which answers as the walk says. */
export function promiseRefund(model: Model, request: RefundRequest, gateway: GatewayAnswer) {
  request.status = 'APPROVED'
  request.jobDue = model.now
  for (const { payment } of request.payouts) model.refundAnswers[payment] = gateway
}

/** Once, and only when the gateway has nothing left to refuse. */
export function recordPayout(request: RefundRequest): Expected | undefined {
  const isOpen = request.payouts.some(({ status }) => status === 'PLANNED' || status === 'ACCEPTED')
  if (request.manual === 0 || request.status !== 'REFUNDED' || isOpen || request.isPaidOut) return invalid
  request.isPaidOut = true
  return undefined
}

/** Back to where it came from. */
export function refundPayment(model: Model, payment: Payment) {
  payment.state = 'REFUNDING'
  closeLetters(model, payment)
}

export function creditPayment(model: Model, payment: Payment) {
  payment.state = 'CREDITED'
  closeLetters(model, payment)
  add(model, 'CREDIT', payment.amount)
  issueRecharge(model, payment)
}

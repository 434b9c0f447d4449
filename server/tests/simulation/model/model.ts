import { type Messaging, newMessaging } from './messaging.ts'
import { Missing } from './missing.ts'

/**
 * The platform as the specification describes it, in plain data. The model never uses the product's own rules: prices,
 * tax, proration and signs are written a second time here, so that a mistake in one of them shows as a difference.
 */
export type Plan = 'SMB' | 'ENTERPRISE'
export type Cycle = 'MONTHLY' | 'QUARTERLY' | 'ANNUAL'

/** A paid cycle. `worth` is before GST and shrinks when a plan change moves its value elsewhere. */
export interface PaidCycle {
  payment: string
  start: number
  end: number
  worth: number
  movedTo: 'NEW_CYCLE' | 'BONUS' | null
}

export interface Subscription {
  /** Counts the vendor's subscriptions. */
  no: number
  plan: Plan
  cycle: Cycle
  /** The price of a whole cycle, before GST. */
  price: number
  start: number
  end: number
  cap: number
  used: number
  reserved: number
  capReset: number
  /** Failed charges that no later payment has settled. */
  failures: number[]
  cancelAtEnd: boolean
  cancelledAt: number | null
  lastPaidAt: number
  refundDeadline: number | null
  cycles: PaidCycle[]
  /** The invoice of a due cycle that has no number yet. */
  draft: 'DRAFT' | 'OVERDUE' | null
}

export interface Order {
  name: string
  type: 'WALLET' | 'ONBOARDING' | 'CYCLE' | 'PLAN_CHANGE'
  amount: number
  status: 'CREATED' | 'FAILED' | 'PAID' | 'EXPIRED'
  createdAt: number
  /** Null when the product no longer asks the gateway about it. */
  nextCheck: number | null
  checks: number
  payment: string | null
  plan: Plan
  cycle: Cycle
  setup: number
  base: number
  /** The subscription that it is for, and what its terms were. */
  subscription: number
  terms: string
  cyclePrice: number
}

/** Money that a customer gave to the gateway. */
export interface Payment {
  name: string
  order: string | null
  mandate: string | null
  amount: number
  /** Whether the product has taken it in. */
  state: 'UNHEARD' | 'APPLIED' | 'UNPLACED' | 'REFUNDING' | 'REFUNDED' | 'CREDITED'
  reason: string | null
}

export interface Invoice {
  type: 'SETUP' | 'SUBSCRIPTION' | 'WALLET_RECHARGE'
  status: 'PAID' | 'VOID'
  base: number
  gst: number
  refunded: number
  payment: string
  subscription: number | null
}

export interface Payout {
  payment: string
  invoice: number | null
  amount: number
  status: 'PLANNED' | 'ACCEPTED' | 'PROCESSED' | 'FAILED'
  /** What the gateway itself thinks. */
  atGateway: 'pending' | 'processed' | 'failed' | null
}

export type RefundStatus = 'REQUESTED' | 'APPROVED' | 'PROCESSING' | 'REFUNDED' | 'FAILED' | 'REJECTED' | 'WITHDRAWN'
export interface RefundRequest {
  name: string
  kind: 'INVOICE' | 'WALLET_EXIT'
  basis: 'FIRST_MONTH' | 'PLATFORM_ERROR' | 'EXIT'
  invoice: number | null
  status: RefundStatus
  requestedAt: number
  superseded: boolean
  amount: number | null
  fee: number
  forfeit: number
  manual: number
  payouts: Payout[]
  /** When the job that asks the gateway is due again; null when it is not promised. */
  jobDue: number | null
}

/** The gateway's permission to charge. */
export interface Mandate {
  name: string
  subscription: number
  base: number
  amount: number
  cycle: Cycle
  /** When the next cycle is charged. */
  startAt: number
  replaced: boolean
  closed: boolean
}

export interface LedgerEntry {
  type: 'CREDIT' | 'BONUS' | 'REFUND' | 'DEBIT' | 'RESERVED'
  amount: number
  bonus: number
  /** Of an operator's credit, so that it can be taken back. */
  name?: string
  isOperators?: boolean
  isCorrected?: boolean
}

export interface Wallet {
  balance: number
  bonus: number
  reserved: number
  ledger: LedgerEntry[]
}

/** A webhook that is stored and not yet handled. */
export type Event =
  | { kind: 'captured'; payment: string }
  | { kind: 'failed'; order: string }
  | { kind: 'charged'; payment: string; at: number; start: number }
  | { kind: 'chargeFailed'; mandate: string; at: number }
  | { kind: 'template'; template: string; verdict: 'APPROVED' | 'REJECTED'; at: number }
  | { kind: 'inbound'; mobile: string; text: string }
  | { kind: 'status'; campaign: string; mobile: string; status: 'sent' | 'delivered' | 'read' | 'failed' }
  | { kind: 'refund'; request: string; payout: number; status: 'processed' | 'failed' }

export interface Model {
  now: number
  status: 'ACTIVE' | 'CLOSING' | 'CLOSED'
  wallet: Wallet
  subscriptions: Subscription[]
  orders: Order[]
  /** Further names of orders: an open order of the same kind is answered again. */
  aliases: Record<string, string>
  payments: Payment[]
  invoices: Invoice[]
  requests: RefundRequest[]
  mandates: Mandate[]
  approvals: Approval[]
  /** What one operator moved alone within a day; the sum decides whether another one has to agree. */
  unapproved: { at: number; kind: 'CREDIT' | 'CORRECTION'; amount: number }[]
  intake: Event[]
  /** How the gateway answers refunds of a payment. */
  refundAnswers: Record<string, 'processed' | 'pending' | 'failed' | 'refused'>
  /** A job that follows the subscription at the gateway is promised. */
  mandateJobs: number[]
  creditNotes: number
  messaging: Messaging
}

export interface Approval {
  name: string
  kind: 'CREDIT' | 'CORRECTION'
  status: 'PENDING' | 'APPROVED' | 'REJECTED'
  requestedAt: number
  amount: number
  type: 'CREDIT' | 'BONUS'
  entry: string | null
}

export const newModel = (now: number): Model => ({
  now,
  status: 'ACTIVE',
  wallet: { balance: 0, bonus: 0, reserved: 0, ledger: [] },
  subscriptions: [],
  orders: [],
  aliases: {},
  payments: [],
  invoices: [],
  requests: [],
  mandates: [],
  approvals: [],
  unapproved: [],
  intake: [],
  refundAnswers: {},
  mandateJobs: [],
  creditNotes: 0,
  messaging: newMessaging(now),
})

export const findOrder = (model: Model, name: string): Order => find(model.orders, model.aliases[name] ?? name)

export function find<T extends { name: string }>(list: readonly T[], name: string): T {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Missing(`the model knows no ${name}`)
  return found
}

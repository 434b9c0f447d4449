import type { Approval, ApprovalKind } from './approval.ts'
import { type Currency, newRates, type Rate } from './currency.ts'
import type { DeadLetter, Event } from './events.ts'
import { CARD, type Inbound, type Messaging, newMessaging, type Price } from './messaging.ts'
import { Missing } from './missing.ts'
import { newProvider, type Provider } from './provider.ts'
import { newTeam, type Team } from './team.ts'

/**
 * The platform as the specification describes it, in plain data. The model never uses the product's own rules: prices,
 * tax, proration and signs are written a second time here, so that a mistake in one of them shows as a difference.
 */
/** Plans that a vendor can order. */
export type ListedPlan = 'SMB' | 'ENTERPRISE'
export type Plan = ListedPlan | 'CUSTOM'
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
  since: number
  /** Whether the setup fee is settled: paid, or part of what was agreed with an operator. */
  isSetUp: boolean
  /** The end of a trial; null of a paid plan. */
  trialUntil: number | null
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
  /** Plans are sold in rupees to everybody. */
  currency: Currency
  status: 'CREATED' | 'FAILED' | 'PAID' | 'EXPIRED'
  createdAt: number
  /** Null when the product no longer asks the gateway about it. */
  nextCheck: number | null
  checks: number
  payment: string | null
  plan: ListedPlan
  cycle: Cycle
  setup: number
  base: number
  /** Of setup and plan, by the place of supply when it was ordered. */
  setupGst: number
  gst: number
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
  currency: Currency
  /** Whether the product has taken it in. */
  state: 'UNHEARD' | 'APPLIED' | 'UNPLACED' | 'REFUNDING' | 'REFUNDED' | 'CREDITED'
  reason: string | null
  /** A webhook about it was refused. */
  isFlagged?: boolean
}

export interface Invoice {
  type: 'SETUP' | 'SUBSCRIPTION' | 'WALLET_RECHARGE'
  status: 'PAID' | 'VOID'
  base: number
  gst: number
  currency: Currency
  /** The total at the rate of its day, in paise and in the currency of the wallet. */
  totalPaise: number
  totalForVendor: number
  tax: Place | 'NONE'
  /** Printed on it, whatever the vendor enters later. */
  gstin: string | null
  refunded: number
  payment: string
  subscription: number | null
}

/** Where the vendor is: in our own state, in another one, or abroad. */
export type Place = 'INTRA' | 'INTER' | 'EXPORT'

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
  /** Under which the first month was refunded. */
  gstin: string | null
  superseded: boolean
  currency: Currency
  amount: number | null
  fee: number
  forfeit: number
  /** What the gateway could not take back, and whether it was sent by hand. */
  manual: number
  isPaidOut: boolean
  payouts: Payout[]
  /** When the job that asks the gateway is due again; null when it is not promised. */
  jobDue: number | null
  /** How often the gateway has not answered the job. */
  failures: number
  /** Of the job, as long as it runs under the same id. */
  letter?: DeadLetter
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
  /** What it was worth in rupees when it was booked. */
  paise: number
  /** Of an operator's credit, so that it can be taken back. */
  name?: string
  isOperators?: boolean
  isCorrected?: boolean
  /** How much of it was taken back. */
  taken?: number
}

export interface Wallet {
  balance: number
  bonus: number
  reserved: number
  /** What messages outside campaigns will cost that are under way. */
  inFlight: number
  /** When the last entry was booked. */
  movedAt: number
  ledger: LedgerEntry[]
}

/** What all vendors share. */
export interface Shared {
  vendors: Model[]
  provider: Provider
  rates: Record<Currency, Rate>
  /** When the product last asked for rates. */
  ratesReadAt: number
  card: Price[]
  /** Messages of recipients that are stored and not yet handled: nobody knows before whom they are for. */
  inbound: Inbound[]
}

export interface Model {
  shared: Shared
  now: number
  status: 'ACTIVE' | 'SUSPENDED' | 'CLOSING' | 'CLOSED'
  /** Of the wallet. The first order fixes it. */
  currency: Currency
  place: Place
  gstin: string | null
  team: Team
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
  unapproved: { at: number; kind: ApprovalKind; amount: number; currency: Currency }[]
  intake: Event[]
  deadLetters: DeadLetter[]
  /** While it is unreachable for the refunds of a request: whether it makes them all the same. */
  gatewayAway: { request: string; isMade: boolean } | null
  /** How the gateway answers refunds of a payment. */
  refundAnswers: Record<string, 'processed' | 'pending' | 'failed' | 'refused'>
  /** A job that follows the subscription at the gateway is promised. */
  mandateJobs: number[]
  creditNotes: number
  /** What was paid for plans and returned as bonus, in paise. */
  returnedPaise: number
  messaging: Messaging
}

export const newShared = (now: number): Shared => ({
  vendors: [],
  provider: newProvider(),
  rates: newRates(now),
  ratesReadAt: now,
  card: [...CARD],
  inbound: [],
})

/** A vendor that has just registered. */
export const newModel = (shared: Shared, now: number): Model => ({
  shared,
  now,
  status: 'ACTIVE',
  currency: 'INR',
  place: 'INTRA',
  gstin: null,
  team: newTeam(),
  wallet: { balance: 0, bonus: 0, reserved: 0, inFlight: 0, movedAt: 0, ledger: [] },
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
  deadLetters: [],
  gatewayAway: null,
  refundAnswers: {},
  mandateJobs: [],
  creditNotes: 0,
  returnedPaise: 0,
  messaging: newMessaging(),
})

export const findOrder = (model: Model, name: string): Order => find(model.orders, model.aliases[name] ?? name)

export function find<T extends { name: string }>(list: readonly T[], name: string): T {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Missing(`the model knows no ${name}`)
  return found
}

/** Its account is being closed, or is closed: no money reaches it any more. */
export const isLeaving = ({ status }: Model) => status === 'CLOSING' || status === 'CLOSED'

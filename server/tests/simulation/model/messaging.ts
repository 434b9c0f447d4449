import type { Currency } from './currency.ts'
import { Missing } from './missing.ts'

export interface Inbound {
  mobile: string
  text: string
  at: number
}

/** Contacts, templates and campaigns of the vendor, as far as money and access depend on them. */
export interface Messaging {
  contacts: Contact[]
  /** By number: an opt-out outlives the contact. What the vendor has entered, only the vendor takes back. */
  optOuts: Record<string, 'STOP' | 'MANUAL'>
  /** When the vendor last wrote to a number. */
  wroteAt: Record<string, number>
  /** How many numbers were ever given out. */
  numbers: number
  imports: Import[]
  lists: { name: string; label: string }[]
  templates: Template[]
  campaigns: Campaign[]
  singles: Single[]
  quotations: Quotation[]
  /** Dead letters of messages that failed for good: an operator can only close them. */
  letters: { open: number; closed: number }
  /** What the vendor was told about its campaigns, each under what is told once. */
  notices: Record<string, string>
}

export type SendScript = 'accept' | 'lose-answer' | 'no such number' | 'temporary fault' | 'account blocked'
export const CODES: Partial<Record<SendScript, number>> = {
  'no such number': 131026,
  'temporary fault': 131000,
  'account blocked': 190,
}

export interface Contact {
  mobile: string
  country: 'IN' | 'AE'
  /** Since when it has each label: who gets one after a launch is not a recipient of it. */
  labels: Record<string, number>
  isNamed: boolean
  /** Counts its changes: an import that is undone leaves alone what was changed since. */
  revision: number
  /** A message of the person was assigned to the vendor. */
  hasConversation?: boolean
  /** When the person last wrote. */
  inboundAt?: number
  /** The import that has found it as another import wrote it; null: several have. */
  seenBy?: string | null
}

/** What becomes of contacts that are known already. */
export type Strategy = 'SKIP_DUPLICATES' | 'MERGE_LABELS' | 'UPDATE_METADATA' | 'FULL_REPLACE'

/** A file of contacts. */
export interface Import {
  name: string
  status: 'UPLOADED' | 'PENDING_REVIEW' | 'PERSISTING' | 'COMPLETED' | 'CANCELLED'
  strategy: Strategy
  rows: { mobile: string; isLeftOut: boolean }[]
  label: string
  /** What it did to the address book, to take it back. */
  changes: { contact: Contact; labelsBefore: string[] | null; revision: number }[]
  undo: 'RUNNING' | 'DONE' | null
}

export const isOptedOut = ({ messaging }: { messaging: Messaging }, { mobile }: { mobile: string }) =>
  messaging.optOuts[mobile] !== undefined

export type Category = 'MARKETING' | 'UTILITY'
export interface Template {
  name: string
  category: Category
  status: 'PENDING' | 'APPROVED' | 'REJECTED'
  /** The second of the provider's last verdict. */
  judgedAt: number
}

export interface Campaign {
  name: string
  template: string
  label: string
  /** The country whose contacts are left out. */
  without: string | null
  status: 'SCHEDULED' | 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'CANCELLED'
  reason: string | null
  /** When it was last paused, moved or refused. */
  updatedAt: number
  scheduledAt: number | null
  /** Null until money is reserved for it. */
  launchedAt: number | null
  /** How many were paid for in each country. */
  priced: Record<string, number>
  unit: Record<string, number>
  isExpanded: boolean
  endedAt: number | null
  isClosed: boolean
  messages: Message[]
  hold: Hold
  /** The campaign whose failed recipients it retries. */
  parent: string | null
}

/** Money of the wallet that is kept for a campaign. */
export interface Hold {
  amount: number
  bonus: number
  captured: number
  returned: number
  returnedBonus: number
}

/** A message of a campaign. */
export interface Message extends SentMessage {
  /** Somebody who was deleted and added again is another contact. */
  contact: Contact
}

/** A message outside campaigns: a reply, or the test of a template. It is paid from the wallet when it is charged. */
export interface Single extends SentMessage {
  name: string
  kind: 'REPLY' | 'TEST'
  contact: Contact | null
  createdAt: number
  /** It waits for money. */
  isUnfunded: boolean
  /** While it is under way, the wallet keeps what it will cost. */
  isHeld: boolean
  /** How much of its charge was bonus. */
  bonus: number
}

export interface SentMessage {
  mobile: string
  status: 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'UNKNOWN' | 'CANCELLED'
  cost: number
  settled: 'CAPTURED' | 'REFUNDED' | null
  isCounted: boolean
  /** The provider has it, whether or not we know. */
  isAccepted: boolean
  tries: number
  dueAt: number
  /** FAILED because nobody knows, not because the provider said so. */
  isPresumed: boolean
  errorCode: number | null
  failedAt: number | null
}

/** What a message costs at the provider, in millionths of a dollar. */
export interface Price {
  category: Category | 'SERVICE'
  country: string
  /** Of the wallets that it is for; USD is for all that have no price of their own. */
  currency: Currency
  from: number
  micros: number
}

/** The provider's price list, as far as walks use it. */
export const CARD: readonly Price[] = [
  { category: 'MARKETING', country: 'IN', currency: 'USD', from: Date.UTC(2026, 6, 1), micros: 11_800 },
  { category: 'MARKETING', country: 'AE', currency: 'USD', from: Date.UTC(2026, 6, 1), micros: 49_900 },
  { category: 'MARKETING', country: 'AE', currency: 'USD', from: Date.UTC(2026, 9, 1), micros: 57_600 },
  { category: 'UTILITY', country: 'IN', currency: 'USD', from: Date.UTC(2026, 6, 1), micros: 1_400 },
  { category: 'UTILITY', country: 'AE', currency: 'USD', from: Date.UTC(2026, 6, 1), micros: 15_700 },
  { category: 'SERVICE', country: 'IN', currency: 'USD', from: Date.UTC(2026, 9, 1), micros: 1_400 },
  { category: 'SERVICE', country: 'AE', currency: 'USD', from: Date.UTC(2026, 9, 1), micros: 15_700 },
]

/** A price that holds for a day, for exactly these recipients. */
export interface Quotation {
  name: string
  template: string
  list: string
  without: string | null
  expiresAt: number
  unit: Record<string, number>
  recipients: Record<string, number>
}

export const newMessaging = (): Messaging => ({
  contacts: [],
  optOuts: {},
  wroteAt: {},
  numbers: 0,
  imports: [],
  lists: [],
  templates: [],
  campaigns: [],
  singles: [],
  quotations: [],
  letters: { open: 0, closed: 0 },
  notices: {},
})

export function findCampaign({ messaging }: { messaging: Messaging }, name: string): Campaign {
  const found = messaging.campaigns.find((one) => one.name === name)
  if (!found) throw new Missing(`no campaign ${name}`)
  return found
}

import { Missing } from './missing.ts'

/** Contacts, templates and campaigns of the vendor, as far as money and access depend on them. */
export interface Messaging {
  contacts: Contact[]
  lists: { name: string; label: string }[]
  templates: Template[]
  campaigns: Campaign[]
  /** How the provider answers calls until the walk says otherwise. */
  script: SendScript
  /** An error of the account stops all sending until an operator resumes it. */
  isStopped: boolean
  rate: Rate
  card: Price[]
  quotations: Quotation[]
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
  label: string
  isOptedOut: boolean
  /** When the vendor last wrote to the number. */
  wroteAt: number | null
}

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
  status: 'RUNNING' | 'PAUSED' | 'COMPLETED' | 'CANCELLED'
  reason: string | null
  pausedAt: number
  recipients: Contact[]
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

export interface Message {
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
}

/** Rupees for a dollar, in hundredths: as the product knows it, and as the rates service says it now. */
export interface Rate {
  known: number
  knownAt: number
  lookedAt: number
  feed: number
}

/** What a message costs at the provider, in millionths of a dollar. */
export interface Price {
  category: Category
  country: string
  from: number
  micros: number
}

/** The provider's price list, as far as walks use it. */
const CARD: readonly Price[] = [
  { category: 'MARKETING', country: 'IN', from: Date.UTC(2026, 6, 1), micros: 11_800 },
  { category: 'MARKETING', country: 'AE', from: Date.UTC(2026, 6, 1), micros: 49_900 },
  { category: 'MARKETING', country: 'AE', from: Date.UTC(2026, 9, 1), micros: 57_600 },
  { category: 'UTILITY', country: 'IN', from: Date.UTC(2026, 6, 1), micros: 1_400 },
  { category: 'UTILITY', country: 'AE', from: Date.UTC(2026, 6, 1), micros: 15_700 },
]

/** A price that holds for a day, for exactly these recipients. */
export interface Quotation {
  name: string
  template: string
  list: string
  expiresAt: number
  unit: Record<string, number>
  recipients: Record<string, number>
}

export const newMessaging = (now: number): Messaging => ({
  contacts: [],
  lists: [],
  templates: [],
  campaigns: [],
  script: 'accept',
  isStopped: false,
  rate: { known: 8_333, knownAt: now, lookedAt: now, feed: 8_333 },
  card: [...CARD],
  quotations: [],
})

export function findCampaign({ messaging }: { messaging: Messaging }, name: string): Campaign {
  const found = messaging.campaigns.find((one) => one.name === name)
  if (!found) throw new Missing(`no campaign ${name}`)
  return found
}

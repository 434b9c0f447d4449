import type { AccountId } from '../../../src/domain/ids.ts'
import type { Books } from './books.ts'
import type { Reading } from './reading.ts'
import { View } from './view.ts'

export type Who = 'admin' | 'member' | 'operator' | 'secondOperator' | 'nobody'

export interface SeenLetter {
  kind: string
  /** The gateway's id of the payment, or ours of the refund request. */
  about: string
}

/** What the walk knows of one vendor. */
export class Seat {
  readonly vendorId: string
  readonly accounts: Partial<Record<Who, AccountId>>
  readonly tokens = new Map<Who, string>()
  /** Ids of the numbered invoices, oldest first; the model names them by their place. */
  invoices: string[] = []
  /** As last seen. */
  status = 'ACTIVE'
  hasOpenCampaigns = false
  hasUnendedCampaigns = false
  hasOpenSingles = false
  /** Ids of the messages of each campaign. */
  messages = new Map<string, string[]>()
  /** Ids of dead letters with the payment or request that each is about, as first seen: the newest is the last. */
  readonly letters = new Map<string, SeenLetter>()
  /** The newest of a message that nobody has closed. */
  messageLetter: string | null = null
  /** As last seen. */
  books: Books = { wallet: 0, bonus: 0, invoiced: [], charged: [] }
  reading: Reading | undefined
  readonly views = { wallet: new View(), subscription: new View() }

  constructor(vendorId: string, accounts: Partial<Record<Who, AccountId>>) {
    this.vendorId = vendorId
    this.accounts = accounts
  }

  /** Somebody new takes the place of the member. */
  joined(member: AccountId) {
    this.accounts.member = member
    this.forgetSessions()
  }

  /** The product may serve permissions from a cache for some seconds of real time; a new session has none there. */
  forgetSessions() {
    this.tokens.clear()
  }
}

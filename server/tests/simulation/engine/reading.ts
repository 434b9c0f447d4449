/** What the product has stored of a vendor, as one row says it. */
export interface Stored {
  vendor: string
  currency: string
  ledger: string[]
  invoices: { id: string; line: string; payment: string; amount: number; isPlan: boolean }[]
  openInvoice: string | null
  creditNotes: number
  requests: string[]
  orders: string[]
  unmatched: string[]
  optedOut: number
  campaigns: {
    id: string
    state: string
    messages: { id: string; line: string; isCharged: boolean; cost: number }[] | null
  }[]
  /** Messages outside campaigns. */
  singles: { id: string; line: string; isOpen: boolean; isCharged: boolean; cost: number }[]
  inFlight: number
  contacts: string[]
  /** The newest open dead letter of a message, and how many there are. */
  messageLetters: { newest: string | null; open: number; closed: number }
  deadLetters: { id: string; kind: string; about: string | null; line: string }[]
  notices: string[]
  inWallet: number
  bonus: number
  walletVersion: string
  planVersion: string
}

/** What was read of a vendor, and how often the database had been written to by then. */
export interface Reading {
  writes: number
  stored: Stored
  brokenInvariants: readonly string[]
}

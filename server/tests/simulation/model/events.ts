/** What the provider says of a message. */
export interface Report {
  status: 'sent' | 'delivered' | 'read' | 'failed'
  code: number | null
  at: number
}

/** Work that had no effect, or failed for good. An operator replays it, or closes it when nothing is left to do. */
export type DeadLetter = { state: 'OPEN' | 'REPLAYED' | 'CLOSED' } & (
  | { kind: 'WEBHOOK'; about: string; event: MoneyEvent; reason: string | null }
  | { kind: 'JOB'; about: string }
)

/** Of a payment; with a letter it is replayed. */
export type MoneyEvent = { payment: string; letter?: DeadLetter } & (
  | { kind: 'captured' }
  | { kind: 'charged'; at: number; start: number }
)

/** A webhook that is stored and not yet handled. */
export type Event =
  | MoneyEvent
  | { kind: 'failed'; order: string }
  | { kind: 'chargeFailed'; mandate: string; at: number }
  | { kind: 'template'; template: string; verdict: 'APPROVED' | 'REJECTED'; at: number }
  | { kind: 'status'; campaign: string; mobile: string; report: Report }
  | { kind: 'singleStatus'; single: string; report: Report }
  | { kind: 'refund'; request: string; payout: number; status: 'processed' | 'failed' }

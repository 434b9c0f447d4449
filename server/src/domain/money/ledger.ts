import { LEDGER_SIGNS, type LedgerType } from './ledger-signs.ts'

/**
 * The rules of a wallet's ledger, apart from the database that enforces them: what the hash of a row covers, and how
 * each row follows from the one before. Proving a ledger by these finds also what somebody changed behind the
 * database's back.
 */
export interface LedgerRow {
  sequence: bigint
  id: string
  walletId: string
  type: LedgerType
  amountMinorUnit: bigint
  bonusMinorUnit: bigint
  balanceAfterMinorUnit: bigint
  bonusAfterMinorUnit: bigint
  currency: string
  amountInrPaise: bigint
  /** Ten decimals. */
  exchangeRateUsed: string
  isRateStale: boolean
  referenceType: string | null
  referenceId: string | null
  holdId: string | null
  refundOf: string | null
  idempotencyKey: string
  description: string
  createdAtMicros: bigint
  /** In hexadecimal. */
  prevHash: string
  hash: string
}

/** Where a ledger stands: what its last row says, and what the wallet has to say as well. */
export interface LedgerHead {
  walletId: string
  currency: string
  sequence: bigint
  balanceMinorUnit: bigint
  bonusMinorUnit: bigint
  atMicros: bigint
  hash: string
}

/** Before the first row. */
export const emptyHead = (walletId: string, currency: string): LedgerHead => ({
  walletId,
  currency,
  sequence: 0n,
  balanceMinorUnit: 0n,
  bonusMinorUnit: 0n,
  atMicros: 0n,
  hash: '0'.repeat(64),
})

/** What the hash of a row covers: its fields, one on a line, none of which can hold a line break. */
export const ledgerLine = (row: LedgerRow): string =>
  [
    'harkara-ledger-1',
    row.walletId,
    row.sequence,
    row.id,
    row.type,
    row.amountMinorUnit,
    row.bonusMinorUnit,
    row.balanceAfterMinorUnit,
    row.bonusAfterMinorUnit,
    row.currency,
    row.amountInrPaise,
    row.exchangeRateUsed,
    row.isRateStale,
    row.referenceType ?? '',
    row.referenceId ?? '',
    row.holdId ?? '',
    row.refundOf ?? '',
    row.idempotencyKey,
    row.description,
    row.createdAtMicros,
    row.prevHash,
  ].join('\n')

export type LedgerProblem = 'ROW_MISSING' | 'ROW_ALTERED' | 'CHAIN_BROKEN' | 'TAIL_CUT' | 'HEAD_DIFFERS'

/** What is wrong with a row behind this head. `hash` is the one computed from the row's own line. */
export function rowProblem(head: LedgerHead, row: LedgerRow, hash: string): LedgerProblem | undefined {
  if (row.sequence !== head.sequence + 1n) return 'ROW_MISSING'
  if (row.hash !== hash) return 'ROW_ALTERED'
  const next = following(head, row)
  const follows =
    row.prevHash === head.hash &&
    row.walletId === head.walletId &&
    row.currency === head.currency &&
    row.amountMinorUnit > 0n &&
    row.balanceAfterMinorUnit === next.balanceMinorUnit &&
    row.bonusAfterMinorUnit === next.bonusMinorUnit &&
    next.bonusMinorUnit >= 0n &&
    next.bonusMinorUnit <= next.balanceMinorUnit &&
    row.createdAtMicros >= head.atMicros
  return follows ? undefined : 'CHAIN_BROKEN'
}

/** The head after this row, by arithmetic alone. */
export function following(head: LedgerHead, row: LedgerRow): LedgerHead {
  const sign = LEDGER_SIGNS[row.type]
  return {
    ...head,
    sequence: row.sequence,
    balanceMinorUnit: head.balanceMinorUnit + sign * row.amountMinorUnit,
    bonusMinorUnit: head.bonusMinorUnit + sign * row.bonusMinorUnit,
    atMicros: row.createdAtMicros,
    hash: row.hash,
  }
}

/** Whether the wallet keeps another head than the one its rows led to. */
export const headDiffers = (proved: LedgerHead, kept: LedgerHead): boolean =>
  (Object.keys(proved) as (keyof LedgerHead)[]).some((key) => proved[key] !== kept[key])

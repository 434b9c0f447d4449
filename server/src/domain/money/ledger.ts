import { LEDGER_SIGNS, type LedgerType } from './ledger-signs.ts'

/**
 * The rules of a wallet's ledger, independent of the database that enforces them: what a row's hash covers, and how
 * each row follows from the previous one. Verification by these rules also finds changes made directly in the database.
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

/** The state after the last row of a ledger, which the wallet must agree with. */
export interface LedgerHead {
  walletId: string
  currency: string
  sequence: bigint
  balanceMinorUnit: bigint
  bonusMinorUnit: bigint
  atMicros: bigint
  hash: string
}

/** The state before the first row. */
export const emptyHead = (walletId: string, currency: string): LedgerHead => ({
  walletId,
  currency,
  sequence: 0n,
  balanceMinorUnit: 0n,
  bonusMinorUnit: 0n,
  atMicros: 0n,
  hash: '0'.repeat(64),
})

/** The input of a row's hash: its fields, one per line. No field can contain a line break. */
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

/** What is wrong with a row after this head. `hash` is computed from the row's own line. */
export function rowProblem(head: LedgerHead, row: LedgerRow, hash: string): LedgerProblem | undefined {
  if (row.sequence !== head.sequence + 1n) return 'ROW_MISSING'
  if (row.hash !== hash) return 'ROW_ALTERED'
  const next = headAfter(head, row)
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
export function headAfter(head: LedgerHead, row: LedgerRow): LedgerHead {
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

/** Whether the head stored in the wallet differs from the one computed from its rows. */
export const headDiffers = (computed: LedgerHead, stored: LedgerHead): boolean =>
  (Object.keys(computed) as (keyof LedgerHead)[]).some((key) => computed[key] !== stored[key])

import { assert } from '../../domain/assert.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { LedgerType } from '../../domain/money/ledger-signs.ts'
import { MINOR_UNITS_MAX } from '../../domain/money/money.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { notifyLowBalance } from './jobs.ts'
import * as sql from './sql.ts'

type ReferenceType = 'CAMPAIGN' | 'RECHARGE' | 'SUBSCRIPTION' | 'MESSAGE' | 'ADMIN' | 'EXIT'

/** The sign follows from the type (ledger-signs.ts). DEBIT and RESERVED use bonus before paid money. */
export interface LedgerEntry {
  type: LedgerType
  /** At least 1. */
  amountMinorUnit: bigint
  /**
   * An entry whose key is already in the wallet has been posted before. The same key with other contents is an error.
   */
  idempotencyKey: string
  /** Shown as one line in the vendor's list of transactions. */
  description: string
  referenceType?: ReferenceType
  referenceId?: string
  /**
   * The campaign whose hold a RESERVED entry creates or a REFUND releases; `fromCaptured` when the money had been
   * captured.
   */
  hold?: string
  fromCaptured?: boolean
  /** The key of the DEBIT that a REFUND outside campaigns reverses. */
  refundOf?: string
  /** For the correction of a CREDIT: the DEBIT uses paid money before bonus. */
  paidFirst?: boolean
}

export interface EntryResult {
  key: string
  /** KNOWN: the entry was posted before, and this is its first outcome. */
  outcome: 'APPLIED' | 'KNOWN' | 'INSUFFICIENT'
  id: string | null
  sequence: bigint | null
  amountMinorUnit: bigint
  bonusMinorUnit: bigint
  balanceBeforeMinorUnit: bigint
  balanceAfterMinorUnit: bigint
}

/** Posts a batch of ledger entries, all or none. Every movement of money goes through here. */
export async function moveMoney(
  tx: Tx,
  vendorId: VendorId,
  entries: readonly LedgerEntry[],
  now: Date,
): Promise<EntryResult[]> {
  const results = await tryMoveMoney(tx, vendorId, entries, now)
  for (const result of results) assertSufficient(result)
  return results
}

/**
 * Like moveMoney, but an entry that the balance does not cover is returned as INSUFFICIENT and the others are posted.
 */
export async function tryMoveMoney(
  tx: Tx,
  vendorId: VendorId,
  entries: readonly LedgerEntry[],
  now: Date,
): Promise<EntryResult[]> {
  const rows = await sql.moveMoney(tx, vendorId, toSqlEntries(entries), now)
  const low = crossedThreshold(rows)
  if (low) await addToOutbox(tx, vendorId, notifyLowBalance, { sequence: Number(low.sequence) }, now)
  return rows.map(toEntryResult)
}

/**
 * Runs in a transaction of its own. It is a single statement unless a low-balance notice has to be committed with it.
 */
export async function moveMoneyInOneStatement(
  db: Db,
  vendorId: VendorId,
  entries: readonly LedgerEntry[],
  now: Date,
): Promise<EntryResult[]> {
  const rows = await sql.moveMoneyInOneStatement(db, vendorId, toSqlEntries(entries), now)
  return rows?.map(toEntryResult) ?? inTransaction(db, (tx) => tryMoveMoney(tx, vendorId, entries, now))
}

function toSqlEntries(entries: readonly LedgerEntry[]): sql.Entry[] {
  for (const { amountMinorUnit } of entries)
    assert(amountMinorUnit > 0n && amountMinorUnit <= MINOR_UNITS_MAX, 'an invalid amount')
  return entries.map((entry) => ({ id: newId<'walletTransaction'>(), ...entry }))
}

function toEntryResult({ outcome, lowBalanceThreshold: _, ...result }: sql.EntryResultRow): EntryResult {
  if (outcome === 'TOO_LARGE') throw new AppError('BALANCE_TOO_LARGE')
  return { outcome, ...result }
}

export function assertSufficient({ outcome, amountMinorUnit, balanceBeforeMinorUnit }: EntryResult) {
  if (outcome === 'INSUFFICIENT') throw insufficientBalance(amountMinorUnit, balanceBeforeMinorUnit)
}

/**
 * Returns the entry that brought the balance below the threshold, if the balance is below it after the whole batch.
 * Balances within a batch are never visible.
 */
function crossedThreshold(rows: readonly sql.EntryResultRow[]) {
  const applied = rows.filter(({ outcome }) => outcome === 'APPLIED')
  const [first, last] = [applied[0], applied.at(-1)]
  if (!first || !last || first.balanceBeforeMinorUnit < first.lowBalanceThreshold) return undefined
  if (last.balanceAfterMinorUnit >= last.lowBalanceThreshold) return undefined
  return applied.findLast((row) => row.balanceBeforeMinorUnit >= row.lowBalanceThreshold)
}

export const insufficientBalance = (required: bigint, balance: bigint) =>
  new AppError('INSUFFICIENT_BALANCE', {
    detail: 'The wallet balance is too low. Add at least the shortfall.',
    members: {
      requiredMinorUnit: Number(required),
      balanceMinorUnit: Number(balance),
      shortfallMinorUnit: Number(required - balance),
    },
  })

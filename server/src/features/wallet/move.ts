import { assert } from '../../domain/assert.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { LedgerType } from '../../domain/money/ledger-signs.ts'
import { MINOR_UNITS_MAX } from '../../domain/money/money.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { noticeLowBalance } from './jobs.ts'
import * as sql from './sql.ts'

export type ReferenceType = 'CAMPAIGN' | 'RECHARGE' | 'SUBSCRIPTION' | 'MESSAGE' | 'ADMIN' | 'EXIT'

/** Its sign follows from its type (ledger-signs.ts). DEBIT and RESERVED take bonus before paid money. */
export interface LedgerEntry {
  type: LedgerType
  /** From 1 on: what moves nothing is not a movement. */
  amountMinorUnit: bigint
  /** Decides: a movement whose key the wallet knows has happened already. For another movement it is an error. */
  idempotencyKey: string
  /** One line for the vendor's list of transactions. */
  description: string
  referenceType?: ReferenceType
  referenceId?: string
  /** The campaign whose reserve a RESERVED makes and a REFUND gives back; `fromCaptured` when it had been used up. */
  hold?: string
  fromCaptured?: boolean
  /** The key of the DEBIT that a REFUND outside campaigns gives back. */
  refundOf?: string
  /** A DEBIT that takes paid money before bonus: the correction of a CREDIT. */
  paidFirst?: boolean
}

export interface Moved {
  key: string
  /** KNOWN: it happened before, and this is how it went then. */
  outcome: 'APPLIED' | 'KNOWN' | 'INSUFFICIENT'
  id: string | null
  sequence: bigint | null
  amountMinorUnit: bigint
  bonusMinorUnit: bigint
  balanceBeforeMinorUnit: bigint
  balanceAfterMinorUnit: bigint
}

/** The one function that moves money, a batch at a time. Nothing happens unless all of it can. */
export async function moveMoney(
  tx: Tx,
  vendorId: VendorId,
  movements: readonly LedgerEntry[],
  now: Date,
): Promise<Moved[]> {
  const moved = await tryMoveMoney(tx, vendorId, movements, now)
  for (const one of moved) assertSufficient(one)
  return moved
}

/** The same, where a movement that the balance cannot bear is an answer and the others go ahead. */
export async function tryMoveMoney(
  tx: Tx,
  vendorId: VendorId,
  movements: readonly LedgerEntry[],
  now: Date,
): Promise<Moved[]> {
  const rows = await sql.moveMoney(tx, vendorId, entriesOf(movements), now)
  const low = crossedThreshold(rows)
  if (low) await addToOutbox(tx, vendorId, noticeLowBalance, { sequence: Number(low.sequence) }, now)
  return rows.map(presentMoved)
}

/** In a transaction of its own, which is one statement unless the vendor has to be told of a low balance. */
export async function moveMoneyInOneStatement(
  db: Db,
  vendorId: VendorId,
  movements: readonly LedgerEntry[],
  now: Date,
): Promise<Moved[]> {
  const rows = await sql.moveMoneyAlone(db, vendorId, entriesOf(movements), now)
  return rows?.map(presentMoved) ?? inTransaction(db, (tx) => tryMoveMoney(tx, vendorId, movements, now))
}

function entriesOf(movements: readonly LedgerEntry[]): sql.Entry[] {
  for (const { amountMinorUnit } of movements)
    assert(amountMinorUnit > 0n && amountMinorUnit <= MINOR_UNITS_MAX, 'an invalid amount')
  return movements.map((movement) => ({ id: newId<'walletTransaction'>(), ...movement }))
}

function presentMoved({ outcome, lowBalanceThreshold: _, ...moved }: sql.MovedRow): Moved {
  if (outcome === 'TOO_LARGE') throw new AppError('BALANCE_TOO_LARGE')
  return { outcome, ...moved }
}

export function assertSufficient({ outcome, amountMinorUnit, balanceBeforeMinorUnit }: Moved) {
  if (outcome === 'INSUFFICIENT') throw insufficientBalance(amountMinorUnit, balanceBeforeMinorUnit)
}

/**
 * The row by which the balance fell below the threshold, if the batch as a whole led there: what it passed through in
 * between nobody ever saw.
 */
function crossedThreshold(rows: readonly sql.MovedRow[]) {
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

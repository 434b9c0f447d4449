import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { noticeLowBalance } from './jobs.ts'
import * as sql from './sql.ts'

export type TxType = 'CREDIT' | 'DEBIT' | 'REFUND' | 'BONUS' | 'RESERVED'
export type ReferenceType = 'CAMPAIGN' | 'RECHARGE' | 'SUBSCRIPTION' | 'MESSAGE' | 'ADMIN' | 'EXIT'

/** CREDIT, BONUS and REFUND add; DEBIT and RESERVED take. */
export interface Movement {
  type: TxType
  amountMinorUnit: bigint
  /** Decides: a movement whose key the wallet knows has happened already. */
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
}

export interface Moved {
  key: string
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
  movements: readonly Movement[],
  now: Date,
): Promise<Moved[]> {
  const moved = await tryMoveMoney(tx, vendorId, movements, now)
  const short = moved.find(({ outcome }) => outcome === 'INSUFFICIENT')
  if (short) throw insufficientBalance(short.amountMinorUnit, short.balanceBeforeMinorUnit)
  return moved
}

/** The same, where a movement that the balance cannot bear is an answer and the others go ahead. */
export async function tryMoveMoney(
  tx: Tx,
  vendorId: VendorId,
  movements: readonly Movement[],
  now: Date,
): Promise<Moved[]> {
  const moved = await sql.moveMoney(
    tx,
    vendorId,
    movements.map((movement) => ({ id: newId<'walletTransaction'>(), ...movement })),
    now,
  )
  const low = moved.findLast(({ isLow }) => isLow)
  if (low) await addToOutbox(tx, vendorId, noticeLowBalance, { sequence: Number(low.sequence) }, now)
  return moved
}

export const insufficientBalance = (required: bigint, balance: bigint) =>
  new AppError('INSUFFICIENT_BALANCE', {
    detail: 'The wallet does not hold enough for this: recharge it by the shortfall.',
    members: {
      requiredMinorUnit: Number(required),
      balanceMinorUnit: Number(balance),
      shortfallMinorUnit: Number(required - balance),
    },
  })

import type { VendorId } from '../../../domain/ids.ts'
import { CLOSED_WALLETS_PER_SWEEP_MAX } from '../../../domain/limits.ts'
import { toJsonInteger } from '../../../domain/money/money.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { isClosedOrClosing } from '../../vendors/close.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { type LedgerEntry, moveMoney } from '../../wallet/move-money.ts'
import * as crossVendor from '../cross-vendor.sql.ts'
import { sealText } from '../present.ts'
import * as sql from './late-refunds.sql.ts'

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'log'>

const REASON = 'Refunds of messages that failed after the account was closed'

/**
 * Makes what arrives in the wallet of a vendor that has left a manual payout. The approval of the closure empties the
 * wallet, so anything in it since then is the refund of a message that failed late, and nobody could pay it out.
 */
export async function sweepLateRefunds(deps: SweepDeps) {
  const now = deps.clock.now()
  for (const { vendorId } of await crossVendor.listClosedWithBalance(deps.db, CLOSED_WALLETS_PER_SWEEP_MAX))
    await inTransaction(deps.db, (tx) => oweWithin(tx, deps, vendorId, now)).then(
      (owed) => owed && deps.log.warn({ event: 'refunds.owed_after_closing', vendorId, ...owed }),
      // One failing wallet must not delay the others.
      (err: unknown) => deps.log.error({ event: 'refunds.late_sweep_failed', vendorId, err }),
    )
}

async function oweWithin(tx: Tx, deps: SweepDeps, vendorId: VendorId, now: Date) {
  const { balance_minor_unit: balance, bonus_balance_minor_unit: bonus, ...wallet } = await lockWallet(tx, vendorId)
  if (balance === 0n || !(await isClosedOrClosing(tx, vendorId))) return undefined
  const parts = { amountMinorUnit: balance - bonus, forfeitMinorUnit: bonus }
  const open = await sql.lockUnpaidLateRefund(tx, vendorId)
  const id = open?.id ?? newId<'refundRequest'>()
  await moveMoney(tx, vendorId, debitsOf(id, wallet.head_sequence, parts), now)
  if (open) await sql.addToLateRefund(tx, vendorId, id, parts)
  else
    await sql.insertLateRefund(tx, vendorId, {
      ...parts,
      id,
      currency: wallet.currency,
      reasonCipher: await sealText(deps, tx, vendorId, REASON),
      now,
    })
  return { requestId: id, amountMinorUnit: toJsonInteger(parts.amountMinorUnit) }
}

/** The sequence of the last entry makes the keys of each round unique. */
function debitsOf(requestId: string, sequence: bigint, parts: { amountMinorUnit: bigint; forfeitMinorUnit: bigint }) {
  const debit = (name: string, amountMinorUnit: bigint, description: string): LedgerEntry => ({
    type: 'DEBIT',
    amountMinorUnit,
    idempotencyKey: `exit-late-${name}-${requestId}-${sequence}`,
    description,
    referenceType: 'EXIT',
    referenceId: requestId,
  })
  return [
    debit('forfeit', parts.forfeitMinorUnit, 'Forfeited on account closure'),
    debit('refund', parts.amountMinorUnit, 'Payout on account closure'),
  ].filter(({ amountMinorUnit }) => amountMinorUnit > 0n)
}

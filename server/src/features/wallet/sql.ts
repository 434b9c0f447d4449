import { type Generated, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    wallet: {
      vendor_id: VendorId
      id: string
      balance_minor_unit: Generated<bigint>
      bonus_balance_minor_unit: Generated<bigint>
      reserved_minor_unit: Generated<bigint>
      in_flight_minor_unit: Generated<bigint>
      head_sequence: Generated<bigint>
      head_hash: Generated<Buffer>
      head_at: Generated<Date>
      currency: string
      low_balance_threshold: bigint
      is_threshold_chosen: Generated<boolean>
      last_recharged_at: Date | null
      created_at: Date
      updated_at: Date
    }
    wallet_transaction: {
      vendor_id: VendorId
      sequence: bigint
      id: string
      wallet_id: string
      type: 'CREDIT' | 'DEBIT' | 'REFUND' | 'BONUS' | 'RESERVED'
      amount_minor_unit: bigint
      bonus_minor_unit: bigint
      balance_after_minor_unit: bigint
      bonus_after_minor_unit: bigint
      currency: string
      amount_inr_paise: bigint
      exchange_rate_used: string
      is_rate_stale: boolean
      description: string
      reference_type: string | null
      reference_id: string | null
      hold_id: string | null
      refund_of: string | null
      idempotency_key: string
      prev_hash: Buffer
      hash: Buffer
      created_at: Date
    }
    wallet_hold: {
      vendor_id: VendorId
      id: string
      amount_minor_unit: bigint
      bonus_minor_unit: bigint
      captured_minor_unit: Generated<bigint>
      returned_minor_unit: Generated<bigint>
      returned_bonus_minor_unit: Generated<bigint>
    }
  }
}

export const insertWallet = (
  tx: Tx,
  vendorId: VendorId,
  wallet: { id: string; currency: string; lowBalanceThreshold: bigint; now: Date },
) =>
  tx
    .insertInto('wallet')
    .values({
      vendor_id: vendorId,
      id: wallet.id,
      currency: wallet.currency,
      low_balance_threshold: wallet.lowBalanceThreshold,
      created_at: wallet.now,
      updated_at: wallet.now,
    })
    .execute()

export const findLowBalanceThreshold = (db: Db, vendorId: VendorId) =>
  db.selectFrom('wallet').select('low_balance_threshold').where('vendor_id', '=', vendorId).executeTakeFirstOrThrow()

/** False: money has moved in another currency already. */
export const updateWalletSettings = async (
  tx: Tx,
  vendorId: VendorId,
  settings: { currency?: string; low_balance_threshold: bigint; is_threshold_chosen: boolean; updated_at: Date },
) => {
  const { currency } = settings
  const updated = await tx
    .updateTable('wallet')
    .set(settings)
    .where('vendor_id', '=', vendorId)
    .$if(currency !== undefined, (query) =>
      query.where((eb) => eb.or([eb('head_sequence', '=', 0n), eb('currency', '=', currency as string)])),
    )
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

interface Entry {
  id: string
  type: string
  amountMinorUnit: bigint
  idempotencyKey: string
  description: string
  referenceType?: string
  referenceId?: string
  hold?: string
  fromCaptured?: boolean
  refundOf?: string
}

/** See move_money() in the migrations: it locks the wallet, decides, and writes ledger rows and balance. */
export async function moveMoney(tx: Tx, vendorId: VendorId, entries: readonly Entry[], now: Date) {
  const json = JSON.stringify(
    entries.map(({ amountMinorUnit, idempotencyKey, ...entry }) => ({
      ...entry,
      amount: amountMinorUnit.toString(),
      key: idempotencyKey,
    })),
  )
  const { rows } = await sql<{
    key: string
    outcome: 'APPLIED' | 'KNOWN' | 'INSUFFICIENT' | 'TOO_LARGE'
    id: string | null
    sequence: bigint | null
    amountMinorUnit: bigint
    bonusMinorUnit: bigint
    balanceBeforeMinorUnit: bigint
    balanceAfterMinorUnit: bigint
    lowBalanceThreshold: bigint
  }>`select key, outcome, tx_id as id, tx_sequence as sequence, amount as "amountMinorUnit", bonus as "bonusMinorUnit",
      balance_before as "balanceBeforeMinorUnit", balance_after as "balanceAfterMinorUnit",
      low_balance_threshold as "lowBalanceThreshold"
    from move_money(${vendorId}, ${now}, ${json}::jsonb)`.execute(tx)
  return rows
}

export interface Capture {
  hold: string
  amountMinorUnit: bigint
}

export async function captureHolds(tx: Tx, vendorId: VendorId, captures: readonly Capture[], now: Date) {
  const json = JSON.stringify(
    captures.map(({ hold, amountMinorUnit }) => ({ hold, amount: amountMinorUnit.toString() })),
  )
  await sql`select capture_holds(${vendorId}, ${now}, ${json}::jsonb)`.execute(tx)
}

export const findWallet = (db: Db, vendorId: VendorId) =>
  db.selectFrom('wallet').selectAll().where('vendor_id', '=', vendorId).executeTakeFirstOrThrow()

/** Whoever decides something by the balance and acts on it later in the same transaction waits here for the others. */
export const lockWallet = (tx: Tx, vendorId: VendorId) =>
  tx.selectFrom('wallet').selectAll().where('vendor_id', '=', vendorId).forUpdate().executeTakeFirstOrThrow()

export const findTransaction = (db: Db, vendorId: VendorId, sequence: bigint) =>
  db
    .selectFrom('wallet_transaction')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('sequence', '=', sequence)
    .executeTakeFirstOrThrow()

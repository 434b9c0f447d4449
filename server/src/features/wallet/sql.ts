import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import { type Db, sqlStateOf, type Tx } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'

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

/** False when money has already moved in another currency. */
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

export interface Entry {
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
  paidFirst?: boolean
}

export interface EntryResultRow {
  key: string
  outcome: 'APPLIED' | 'KNOWN' | 'INSUFFICIENT' | 'TOO_LARGE'
  id: string | null
  sequence: bigint | null
  amountMinorUnit: bigint
  bonusMinorUnit: bigint
  balanceBeforeMinorUnit: bigint
  balanceAfterMinorUnit: bigint
  lowBalanceThreshold: bigint
}

/**
 * The database function move_money() (functions/ledger.sql) locks the wallet, decides, and writes the entries and the
 * balance.
 */
export const moveMoney = async (tx: Tx, vendorId: VendorId, entries: readonly Entry[], now: Date) =>
  (await moveMoneyQuery(vendorId, entries, now, true).execute(tx)).rows

/**
 * Posts the entries in a single statement with its own implicit transaction, which takes a third of the round trips.
 * Returns undefined, without any effect, when the balance would fall below its threshold: the notice has to be
 * committed in the same transaction.
 */
export async function moveMoneyInOneStatement(db: Db, vendorId: VendorId, entries: readonly Entry[], now: Date) {
  try {
    return (await moveMoneyQuery(vendorId, entries, now, false).execute(db)).rows
  } catch (error) {
    if (sqlStateOf(error) === 'HK001') return undefined
    throw error
  }
}

const moveMoneyQuery = (vendorId: VendorId, entries: readonly Entry[], now: Date, mayFallBelowThreshold: boolean) => {
  const json = JSON.stringify(
    entries.map(({ amountMinorUnit, idempotencyKey, ...entry }) => ({
      ...entry,
      amount: amountMinorUnit.toString(),
      key: idempotencyKey,
    })),
  )
  return sql<EntryResultRow>`select key, outcome, tx_id as id, tx_sequence as sequence, amount as "amountMinorUnit",
      bonus as "bonusMinorUnit", balance_before as "balanceBeforeMinorUnit", balance_after as "balanceAfterMinorUnit",
      low_balance_threshold as "lowBalanceThreshold"
    from move_money(${vendorId}, ${now}, ${json}::jsonb, ${mayFallBelowThreshold})`
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

export const findWallet = (db: Db, vendorId: VendorId) => walletRow(db, vendorId).executeTakeFirstOrThrow(notFound)

/** FOR NO KEY UPDATE: the wallet's id never changes, so rows that reference it need not wait. */
export const lockWallet = (tx: Tx, vendorId: VendorId) =>
  walletRow(tx, vendorId).forNoKeyUpdate().executeTakeFirstOrThrow(notFound)

const walletRow = (db: Db, vendorId: VendorId) => db.selectFrom('wallet').selectAll().where('vendor_id', '=', vendorId)

export const holdInFlight = async (tx: Tx, vendorId: VendorId, costMinorUnit: bigint): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('wallet')
    .set((eb) => ({ in_flight_minor_unit: eb('in_flight_minor_unit', '+', costMinorUnit) }))
    .where('vendor_id', '=', vendorId)
    .where('balance_minor_unit', '>', 0n)
    .where((eb) => eb('balance_minor_unit', '>=', eb('in_flight_minor_unit', '+', costMinorUnit)))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const releaseInFlight = (tx: Tx, vendorId: VendorId, costMinorUnit: bigint) =>
  tx
    .updateTable('wallet')
    .set((eb) => ({ in_flight_minor_unit: eb('in_flight_minor_unit', '-', costMinorUnit) }))
    .where('vendor_id', '=', vendorId)
    .execute()

export const findHolds = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('wallet_hold')
        .select([
          'id',
          'amount_minor_unit as amountMinorUnit',
          'captured_minor_unit as capturedMinorUnit',
          'returned_minor_unit as returnedMinorUnit',
        ])
        .where('vendor_id', '=', vendorId)
        .where('id', 'in', ids)
        .execute()

export const findHold = (db: Db, vendorId: VendorId, id: string) =>
  db
    .selectFrom('wallet_hold')
    .select([
      'amount_minor_unit as amountMinorUnit',
      'captured_minor_unit as capturedMinorUnit',
      'returned_minor_unit as returnedMinorUnit',
    ])
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()

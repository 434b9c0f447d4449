import type { VendorId } from '../../domain/ids.ts'
import type { LedgerType } from '../../domain/money/ledger-signs.ts'
import { formatMoney, toJsonInteger } from '../../domain/money/money.ts'
import type { Db } from '../../platform/db/db.ts'
import type { CreatedFilter, Page } from '../../platform/http/pagination.ts'
import * as ledger from './ledger/ledger.sql.ts'
import * as sql from './sql.ts'

export const readWallet = (db: Db, vendorId: VendorId) => sql.findWallet(db, vendorId)

/**
 * The balance that can be reserved or spent. Messages in flight outside campaigns will be charged, so their cost is not
 * available.
 */
export const spendableBalance = (wallet: { balance_minor_unit: bigint; in_flight_minor_unit: bigint }) => {
  const spendable = wallet.balance_minor_unit - wallet.in_flight_minor_unit
  return spendable > 0n ? spendable : 0n
}

/** What a campaign reserved, captured and released. Undefined when the campaign cost nothing. */
export const readHold = (db: Db, vendorId: VendorId, campaignId: string) => sql.findHold(db, vendorId, campaignId)

export const readHolds = (db: Db, vendorId: VendorId, campaignIds: readonly string[]) =>
  sql.findHolds(db, vendorId, campaignIds)

export async function readBalance(db: Db, vendorId: VendorId) {
  const wallet = await sql.findWallet(db, vendorId)
  return {
    balanceMinorUnit: toJsonInteger(wallet.balance_minor_unit),
    bonusBalanceMinorUnit: toJsonInteger(wallet.bonus_balance_minor_unit),
    reservedMinorUnit: toJsonInteger(wallet.reserved_minor_unit),
    currency: wallet.currency,
    formatted: formatMoney(wallet.balance_minor_unit, wallet.currency),
    lowBalanceThreshold: toJsonInteger(wallet.low_balance_threshold),
    lastRechargedAt: wallet.last_recharged_at?.toISOString() ?? null,
  }
}

export async function listTransactions(
  db: Db,
  vendorId: VendorId,
  type: LedgerType | undefined,
  page: Page,
  created: CreatedFilter = {},
) {
  const [rows, total] = await Promise.all([
    ledger.listTransactions(db, vendorId, { type, ...created }, page),
    ledger.countTransactions(db, vendorId, { type, ...created }),
  ])
  return { transactions: rows.map(presentTransaction), total }
}

export const readTransaction = async (db: Db, vendorId: VendorId, sequence: bigint) =>
  presentTransaction(await ledger.findTransaction(db, vendorId, sequence))

/** Undefined when this vendor has no such transaction. */
export async function findTransaction(db: Db, vendorId: VendorId, id: string) {
  const row = await ledger.findTransactionById(db, vendorId, id)
  return row && presentTransaction(row)
}

export const listTransactionsByKey = async (db: Db, vendorId: VendorId, keys: readonly string[]) =>
  (await ledger.findTransactionsByKey(db, vendorId, keys)).map(presentTransaction)

const presentTransaction = (row: Awaited<ReturnType<typeof ledger.findTransaction>>) => ({
  id: row.id,
  walletId: row.wallet_id,
  sequence: toJsonInteger(row.sequence),
  type: row.type,
  amountMinorUnit: toJsonInteger(row.amount_minor_unit),
  bonusMinorUnit: toJsonInteger(row.bonus_minor_unit),
  balanceAfterMinorUnit: toJsonInteger(row.balance_after_minor_unit),
  currency: row.currency,
  amountInrPaise: toJsonInteger(row.amount_inr_paise),
  exchangeRateUsed: Number(row.exchange_rate_used),
  description: row.description,
  referenceType: row.reference_type,
  referenceId: row.reference_id,
  idempotencyKey: row.idempotency_key,
  createdAt: row.created_at.toISOString(),
})

const LEDGER_BATCH_ROWS = 1_000

/** The whole ledger with its hashes, oldest entry first, in batches. */
export async function* ledgerRecords(db: Db, vendorId: VendorId) {
  for (let after = 0n; ; ) {
    const rows = await ledger.ledgerAfter(db, vendorId, after, LEDGER_BATCH_ROWS)
    yield rows
    if (rows.length < LEDGER_BATCH_ROWS) return
    after = rows.at(-1)?.sequence ?? after
  }
}

/** Recharges, newest first, with the payment that made each. */
export const listRecharges = (db: Db, vendorId: VendorId) => ledger.listRecharges(db, vendorId)

/** Totals over the life of the wallet: paid in, granted as bonus, spent on messages. */
export const sumLedger = (db: Db, vendorId: VendorId) => ledger.sumLedger(db, vendorId)

/** The balance after one ledger entry, with the current threshold. */
export async function readBalanceAfter(db: Db, vendorId: VendorId, sequence: number) {
  const wallet = await sql.findWallet(db, vendorId)
  const row = await ledger.findTransaction(db, vendorId, BigInt(sequence))
  return {
    balanceMinorUnit: toJsonInteger(row.balance_after_minor_unit),
    thresholdMinorUnit: toJsonInteger(wallet.low_balance_threshold),
    currency: row.currency,
    isExit: row.reference_type === 'EXIT',
  }
}

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { LedgerRow } from '../../../domain/money/ledger.ts'
import { DEDUCTING_TYPES, type LedgerType } from '../../../domain/money/ledger-signs.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type CreatedFilter, directionOf, type Page } from '../../../platform/http/pagination.ts'

export const findTransaction = (db: Db, vendorId: VendorId, sequence: bigint) =>
  transactionsOf(db, vendorId, {}).selectAll().where('sequence', '=', sequence).executeTakeFirstOrThrow()

/**
 * Looks among credits first, which are few and indexed. Only the id of another entry needs a scan of the whole ledger.
 */
export const findTransactionById = async (db: Db, vendorId: VendorId, id: string) =>
  (await transactionsOf(db, vendorId, {})
    .selectAll()
    .where('type', 'in', ['CREDIT', 'BONUS'])
    .where('id', '=', id)
    .executeTakeFirst()) ?? (await transactionsOf(db, vendorId, {}).selectAll().where('id', '=', id).executeTakeFirst())

export const findTransactionsByKey = (db: Db, vendorId: VendorId, keys: readonly string[]) =>
  keys.length === 0
    ? Promise.resolve([])
    : transactionsOf(db, vendorId, {}).selectAll().where('idempotency_key', 'in', keys).execute()

/** The provider's ids of messages, without those that were replaced when a vendor was erased. */
export const findWamids = async (db: Db, vendorId: VendorId, messageIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; wamid: string }>`
    select id, wamid from message
     where vendor_id = ${vendorId} and id = any(${messageIds}::uuid[]) and wamid is not null and wamid not like 'erased.%'`.execute(
    db,
  )
  return rows
}

interface TransactionFilter extends CreatedFilter {
  type?: LedgerType | undefined
}

export const listTransactions = (db: Db, vendorId: VendorId, filter: TransactionFilter, page: Page) => {
  const { behind, order } = directionOf(page)
  return transactionsOf(db, vendorId, filter)
    .selectAll()
    .$if(page.after !== undefined, (query) => query.where('sequence', behind, BigInt(page.after as string)))
    .orderBy('sequence', order)
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

/** Without a filter read from the wallet: entries are numbered from 1 without gaps, which the invariants check. */
export const countTransactions = async (db: Db, vendorId: VendorId, filter: TransactionFilter) => {
  if (Object.values(filter).every((criterion) => criterion === undefined)) return readHead(db, vendorId)
  const { count } = await transactionsOf(db, vendorId, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const readHead = async (db: Db, vendorId: VendorId) => {
  const wallet = await db
    .selectFrom('wallet')
    .select('head_sequence')
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return Number(wallet.head_sequence)
}

const transactionsOf = (db: Db, vendorId: VendorId, { type, createdFrom, createdBefore }: TransactionFilter) =>
  db
    .selectFrom('wallet_transaction')
    .where('vendor_id', '=', vendorId)
    .$if(type !== undefined, (query) => query.where('type', '=', type as LedgerType))
    .$if(createdFrom !== undefined, (query) => query.where('created_at', '>=', createdFrom as Date))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore as Date))

/**
 * Returns timestamps with microseconds, as stored: a Date would round them, and a change below a millisecond would go
 * unnoticed.
 */
export const ledgerAfter = (db: Db, vendorId: VendorId, sequence: bigint, limit: number): Promise<LedgerRow[]> =>
  transactionsOf(db, vendorId, {})
    .select([
      'sequence',
      'id',
      'wallet_id as walletId',
      'type',
      'amount_minor_unit as amountMinorUnit',
      'bonus_minor_unit as bonusMinorUnit',
      'balance_after_minor_unit as balanceAfterMinorUnit',
      'bonus_after_minor_unit as bonusAfterMinorUnit',
      'currency',
      'amount_inr_paise as amountInrPaise',
      'exchange_rate_used as exchangeRateUsed',
      'is_rate_stale as isRateStale',
      'reference_type as referenceType',
      'reference_id as referenceId',
      'hold_id as holdId',
      'refund_of as refundOf',
      'idempotency_key as idempotencyKey',
      'description',
      sql<bigint>`(extract(epoch from created_at) * 1000000)::bigint`.as('createdAtMicros'),
      sql<string>`encode(prev_hash, 'hex')`.as('prevHash'),
      sql<string>`encode(hash, 'hex')`.as('hash'),
    ])
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()

/** Totals over the whole ledger. What was taken out to close the account does not count as spent. */
export const sumLedger = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('wallet_transaction')
    .select([
      sql<bigint>`coalesce(sum(amount_minor_unit) filter (where type = 'CREDIT'), 0)::bigint`.as('paidInMinorUnit'),
      sql<bigint>`coalesce(sum(amount_minor_unit) filter (where type = 'BONUS'), 0)::bigint`.as('bonusMinorUnit'),
      sql<bigint>`coalesce(sum(case when type = any(${DEDUCTING_TYPES}) then amount_minor_unit
        when type = 'REFUND' then -amount_minor_unit else 0 end)
        filter (where reference_type is distinct from 'EXIT'), 0)::bigint`.as('spentMinorUnit'),
    ])
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()

export const findHead = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('wallet')
    .select([
      'id as walletId',
      'currency',
      'head_sequence as sequence',
      'balance_minor_unit as balanceMinorUnit',
      'bonus_balance_minor_unit as bonusMinorUnit',
      sql<bigint>`(extract(epoch from head_at) * 1000000)::bigint`.as('atMicros'),
      sql<string>`encode(head_hash, 'hex')`.as('hash'),
    ])
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()

export const listRecharges = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('wallet_transaction')
    .select(['idempotency_key as gatewayPaymentId', 'amount_minor_unit as amountMinorUnit'])
    .where('vendor_id', '=', vendorId)
    .where('type', '=', 'CREDIT')
    .where('reference_type', '=', 'RECHARGE')
    .orderBy('sequence', 'desc')
    .execute()

// A tier is shared by many vendors, a platform fee by all vendors of a currency.

import type { Db, Tx } from '../../platform/db/db.ts'

const TIER = [
  'id',
  'name',
  'discount_percent as discountPercent',
  'markup_percent as markupPercent',
  'created_at as createdAt',
] as const

export const listTiers = (db: Db) => db.selectFrom('pricing_tier').select(TIER).orderBy('name').execute()

export const findTier = (db: Db, id: string) =>
  db.selectFrom('pricing_tier').select(TIER).where('id', '=', id).executeTakeFirst()

/** Returns undefined when the name is taken. */
export const insertTier = (
  tx: Tx,
  tier: { id: string; name: string; discount_percent: number; markup_percent: number | null; created_at: Date },
) =>
  tx
    .insertInto('pricing_tier')
    .values(tier)
    .onConflict((oc) => oc.constraint('pricing_tier_name_unique').doNothing())
    .returning(TIER)
    .executeTakeFirst()

const FEE = [
  'id',
  'currency',
  'flat_minor_unit as flatMinorUnit',
  'percent',
  'effective_from as effectiveFrom',
  'created_at as createdAt',
] as const

export const listFees = (db: Db) =>
  db.selectFrom('platform_fee_rule').select(FEE).orderBy('currency').orderBy('effective_from').execute()

export const feeFor = (db: Db, currency: string, now: Date) =>
  db
    .selectFrom('platform_fee_rule')
    .select(FEE)
    .where('currency', '=', currency)
    .where('effective_from', '<=', now)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns undefined when there is a fee with the same effective date. */
export const insertFee = (
  tx: Tx,
  fee: {
    id: string
    currency: string
    flat_minor_unit: bigint
    percent: number
    effective_from: Date
    created_at: Date
  },
) =>
  tx
    .insertInto('platform_fee_rule')
    .values(fee)
    .onConflict((oc) => oc.constraint('platform_fee_rule_version_unique').doNothing())
    .returning(FEE)
    .executeTakeFirst()

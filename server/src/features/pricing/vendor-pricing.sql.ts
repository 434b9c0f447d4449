import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

/** The own markup and the tier of a vendor. */
export const findVendorPricing = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('vendor_pricing')
    .leftJoin('pricing_tier', 'pricing_tier.id', 'vendor_pricing.tier_id')
    .select([
      'vendor_pricing.tier_id as tierId',
      'pricing_tier.name as tierName',
      'pricing_tier.discount_percent as discountPercent',
      'pricing_tier.markup_percent as tierMarkupPercent',
      'vendor_pricing.markup_percent as markupPercent',
    ])
    .where('vendor_pricing.vendor_id', '=', vendorId)
    .executeTakeFirst()

export const saveVendorPricing = (
  tx: Tx,
  vendorId: VendorId,
  pricing: { tier_id: string | null; markup_percent: number | null; updated_at: Date },
) =>
  tx
    .insertInto('vendor_pricing')
    .values({ vendor_id: vendorId, ...pricing })
    .onConflict((oc) => oc.column('vendor_id').doUpdateSet(pricing))
    .execute()

import type { VendorId } from '../../domain/ids.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { isId, newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import { assertVendorExists } from '../vendors/members.ts'
import type { FeeBody, TierBody, VendorPricingBody } from './schema.ts'
import * as crossVendor from './tiers-and-fees.cross-vendor.sql.ts'
import * as sql from './vendor-pricing.sql.ts'

type TermsDeps = Pick<Deps, 'db' | 'clock'>

export const listTiers = (deps: Pick<Deps, 'db'>) => crossVendor.listTiers(deps.db)
export const listFees = (deps: Pick<Deps, 'db'>) => crossVendor.listFees(deps.db)

export async function addTier(deps: TermsDeps, who: Operator, { name, discountPercent, markupPercent }: TierBody) {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const tier = await crossVendor.insertTier(tx, {
      id: newId<'pricingTier'>(),
      name,
      discount_percent: discountPercent,
      markup_percent: markupPercent ?? null,
      created_at: now,
    })
    if (!tier) throw new AppError('ALREADY_EXISTS', { detail: 'A tier with this name already exists.' })
    const subject = { subjectType: 'pricingTier', subjectId: tier.id }
    const after = { name, discountPercent, markupPercent: tier.markupPercent }
    await recordAction(
      tx,
      { operatorId: who.accountId, action: 'PRICING_TIER_ADDED', ...subject, details: after, before: {}, after },
      now,
    )
    return tier
  })
}

/** Fees are never edited, like prices. */
export async function addFee(deps: TermsDeps, who: Operator, body: FeeBody) {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const fee = await crossVendor.insertFee(tx, {
      id: newId<'platformFeeRule'>(),
      currency: body.currency,
      flat_minor_unit: BigInt(body.flatMinorUnit),
      percent: body.percent,
      effective_from: body.effectiveFrom === undefined ? now : new Date(body.effectiveFrom),
      created_at: now,
    })
    if (!fee)
      throw new AppError('ALREADY_EXISTS', {
        detail: 'There is already a fee for this currency from this time on. Choose a later time.',
      })
    const subject = { subjectType: 'platformFeeRule', subjectId: fee.id }
    const after = {
      currency: fee.currency,
      flatMinorUnit: toJsonInteger(fee.flatMinorUnit),
      percent: fee.percent,
      effectiveFrom: fee.effectiveFrom.toISOString(),
    }
    await recordAction(
      tx,
      { operatorId: who.accountId, action: 'PLATFORM_FEE_ADDED', ...subject, details: after, before: {}, after },
      now,
    )
    return fee
  })
}

export async function vendorPricing(db: Db, vendorId: VendorId) {
  await assertVendorExists(db, vendorId)
  const own = await sql.findVendorPricing(db, vendorId)
  return {
    vendorId,
    tierId: own?.tierId ?? null,
    tierName: own?.tierName ?? null,
    discountPercent: own?.discountPercent ?? 0,
    markupPercent: own?.markupPercent ?? null,
  }
}

/** Sets the tier and the own markup of a vendor. A field that is not given is removed. */
export async function setVendorPricing(deps: TermsDeps, who: Operator, vendorId: VendorId, body: VendorPricingBody) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => setWithin(tx, who, vendorId, body, now))
}

async function setWithin(tx: Tx, who: Operator, vendorId: VendorId, body: VendorPricingBody, now: Date) {
  await assertVendorExists(tx, vendorId)
  const { tierId = null, markupPercent = null } = body
  if (tierId !== null && !(isId(tierId) && (await crossVendor.findTier(tx, tierId)))) throw notFound()
  const own = await sql.findVendorPricing(tx, vendorId)
  const before = { tierId: own?.tierId ?? null, markupPercent: own?.markupPercent ?? null }
  await sql.saveVendorPricing(tx, vendorId, { tier_id: tierId, markup_percent: markupPercent, updated_at: now })
  await recordAction(
    tx,
    {
      operatorId: who.accountId,
      action: 'VENDOR_PRICING_SET',
      vendorId,
      subjectType: 'vendor',
      subjectId: vendorId,
      details: { tierId, markupPercent },
      before,
      after: { tierId, markupPercent },
    },
    now,
  )
  return vendorPricing(tx, vendorId)
}

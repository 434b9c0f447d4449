import { assert } from '../../domain/assert.ts'
import type { VendorId } from '../../domain/ids.ts'
import {
  GST_PERCENT,
  gstIncluded,
  OUTSIDE_INDIA_STATE_CODE,
  placeOfSupply,
  splitGst,
  type TaxKind,
  type TaxSplit,
  taxKindAt,
} from '../../domain/invoicing/gst.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Parties, readParties } from './parties.ts'

interface Taxed {
  split: TaxSplit
  kind: TaxKind
  percent: bigint
  place: string
}

/**
 * The price of an order over this base for this vendor today. Pass `gstMinorUnit` to `issueInvoice` with the payment.
 */
export async function quoteGst(
  deps: Pick<Deps, 'keyring' | 'config'>,
  db: Db,
  vendorId: VendorId,
  baseMinorUnit: bigint,
): Promise<TaxSplit> {
  return taxAdded(await readParties(deps, db, vendorId), baseMinorUnit).split
}

/**
 * Setup and subscription: tax is added to the base. An invoice must add up to what was paid, so when the customer moved
 * across the border between order and payment, the order's tax applies.
 */
export function taxAdded(parties: Parties, baseMinorUnit: bigint, charged?: bigint): Taxed {
  const home = parties.supplier.stateCode
  const taxedAt = (place: string): Taxed => {
    const kind = taxKindAt(place, home)
    return { split: splitGst(baseMinorUnit, kind), kind, percent: kind === 'EXPORT' ? 0n : GST_PERCENT, place }
  }
  const taxed = taxedAt(placeOf(parties))
  if (charged === undefined || charged === taxed.split.gstMinorUnit) return taxed
  const asOrdered = taxedAt(charged === 0n ? OUTSIDE_INDIA_STATE_CODE : home)
  assert(charged === asOrdered.split.gstMinorUnit, 'the tax of an order is computed from its base amount')
  return asOrdered
}

/**
 * Recharges are prepaid credit, without tax unless RECHARGE_GST_PERCENT is set. The wallet is credited with everything
 * paid, so the tax is included in that amount and never added to it.
 */
export function taxIncluded(parties: Parties, paidMinorUnit: bigint, percent: bigint): Taxed {
  const place = placeOf(parties)
  const kind = percent === 0n ? 'NONE' : taxKindAt(place, parties.supplier.stateCode)
  return {
    split: gstIncluded(paidMinorUnit, kind, percent),
    kind,
    percent: kind === 'INTRA' || kind === 'INTER' ? percent : 0n,
    place,
  }
}

const placeOf = ({ supplier, customer: { gstin, address, country } }: Parties) =>
  placeOfSupply(
    {
      gstin,
      country: address?.country ?? country,
      stateCode: address?.stateCode ?? null,
      stateName: address?.state ?? null,
    },
    supplier.stateCode,
  )

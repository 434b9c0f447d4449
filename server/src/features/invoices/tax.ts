import { assert } from '../../domain/assert.ts'
import type { VendorId } from '../../domain/ids.ts'
import {
  ABROAD,
  GST_PERCENT,
  gstWithin,
  placeOfSupply,
  splitGst,
  type TaxKind,
  type TaxSplit,
  taxKindAt,
} from '../../domain/invoicing/gst.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Parties, partiesNow } from './parties.ts'

export interface Taxed {
  split: TaxSplit
  kind: TaxKind
  percent: bigint
  place: string
}

/** What an order over this base costs this vendor today. Hand `gstMinorUnit` back to `issueInvoice` with the payment. */
export async function quoteGst(
  deps: Pick<Deps, 'keyring' | 'config'>,
  db: Db,
  vendorId: VendorId,
  baseMinorUnit: bigint,
): Promise<TaxSplit> {
  return taxOn(await partiesNow(deps, db, vendorId), baseMinorUnit).split
}

/**
 * Setup and subscription: tax on top of the base. An invoice adds up to what was paid, so where the customer moved
 * across the border between order and payment, it follows the order.
 */
export function taxOn(parties: Parties, baseMinorUnit: bigint, charged?: bigint): Taxed {
  const home = parties.supplier.stateCode
  const taxedAt = (place: string): Taxed => {
    const kind = taxKindAt(place, home)
    return { split: splitGst(baseMinorUnit, kind), kind, percent: kind === 'EXPORT' ? 0n : GST_PERCENT, place }
  }
  const taxed = taxedAt(placeOf(parties))
  if (charged === undefined || charged === taxed.split.gstMinorUnit) return taxed
  const asOrdered = taxedAt(charged === 0n ? ABROAD : home)
  assert(charged === asOrdered.split.gstMinorUnit, 'the tax of an order is computed from its base amount')
  return asOrdered
}

/**
 * Recharges are prepaid credit, without tax unless RECHARGE_GST_PERCENT says otherwise. The wallet is credited with all
 * that was paid, so the tax is inside that amount and never on top of it.
 */
export function taxWithin(parties: Parties, paidMinorUnit: bigint, percent: bigint): Taxed {
  const place = placeOf(parties)
  const kind = percent === 0n ? 'NONE' : taxKindAt(place, parties.supplier.stateCode)
  return {
    split: gstWithin(paidMinorUnit, kind, percent),
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

import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import { readParties, sealParties } from './parties.ts'
import { totalForVendor, type VendorCurrency, valueInPaise } from './rupee-value.ts'
import type { InvoiceType } from './tables.ts'
import { taxAdded, taxIncluded } from './tax.ts'

export interface InvoiceInput {
  type: InvoiceType
  /** Before tax; for a recharge the amount paid. */
  baseMinorUnit: bigint
  currency: string
  /** One line, without personal data. */
  description: string
  /** The tax charged by the order; otherwise that of the vendor's current place of supply. */
  gstMinorUnit?: bigint | undefined
  subscriptionId?: string | undefined
  periodStart?: Date | undefined
  periodEnd?: Date | undefined
}

/** The contents of a bill: amounts, tax, value in rupees, and both parties as they are now. */
export async function prepareInvoice(
  deps: Pick<Deps, 'keyring' | 'config'>,
  db: Db,
  vendorId: VendorId,
  bill: InvoiceInput,
) {
  const { vendorCurrency, ...parties } = await readParties(deps, db, vendorId)
  const { split, kind, percent, place } =
    bill.type === 'WALLET_RECHARGE'
      ? taxIncluded(parties, bill.baseMinorUnit, BigInt(deps.config.RECHARGE_GST_PERCENT))
      : taxAdded(parties, bill.baseMinorUnit, bill.gstMinorUnit)
  const rate = bill.currency === 'INR' ? '1' : await crossVendor.rupeesFor(db, bill.currency)
  if (rate === undefined) throw new AppError('RATE_UNAVAILABLE')
  const total = {
    total_minor_unit: split.totalMinorUnit,
    currency: bill.currency,
    total_inr_paise: valueInPaise(split.totalMinorUnit, bill.currency, rate),
  }
  const vendorsOwn = await readVendorCurrency(db, vendorCurrency)
  const cipher = await deps.keyring.booksOf(db, vendorId)
  return {
    type: bill.type,
    description: bill.description,
    amount_minor_unit: split.baseMinorUnit,
    cgst_minor_unit: split.cgstMinorUnit,
    sgst_minor_unit: split.sgstMinorUnit,
    igst_minor_unit: split.igstMinorUnit,
    gst_amount_minor_unit: split.gstMinorUnit,
    gst_percent: Number(percent),
    ...total,
    exchange_rate_used: rate,
    ...vendorsOwn,
    total_vendor_minor_unit: totalForVendor(vendorsOwn, total),
    tax_kind: kind,
    place_of_supply: place,
    subscription_id: bill.subscriptionId ?? null,
    period_start: bill.periodStart ?? null,
    period_end: bill.periodEnd ?? null,
    parties_cipher: sealParties(cipher, parties),
  }
}

/** A missing rate must not block a payment: the invoice then shows no total in the vendor's currency. */
async function readVendorCurrency(db: Db, currency: string): Promise<VendorCurrency> {
  const rate = currency === 'INR' ? '1' : await crossVendor.rupeesFor(db, currency)
  return rate === undefined
    ? { vendor_currency: null, vendor_currency_rate: null }
    : { vendor_currency: currency, vendor_currency_rate: rate }
}

import { divFloor, divRound } from '../money/money.ts'
import { GST_STATES, stateCodeOf } from './gstin.ts'

/**
 * Indian GST on our services. CGST and SGST are each half the rate of the base, rounded half up, so that they are
 * always equal; the tax is their sum. IGST is that same sum: a price does not depend on where in India the customer is.
 * Parts always add up to the whole.
 */
export const GST_PERCENT = 18n
/** The state code that tax returns use for places outside India. */
export const OUTSIDE_INDIA_STATE_CODE = '96'

/** INTRA: CGST and SGST. INTER: IGST. EXPORT: zero-rated. NONE: not taxed now, as prepaid credit. */
export const TAX_KINDS = ['INTRA', 'INTER', 'EXPORT', 'NONE'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

export interface TaxSplit {
  baseMinorUnit: bigint
  cgstMinorUnit: bigint
  sgstMinorUnit: bigint
  igstMinorUnit: bigint
  gstMinorUnit: bigint
  totalMinorUnit: bigint
}

/** The facts about a recipient that tax law uses. */
interface Recipient {
  gstin: string | null
  country: string
  stateCode: string | null
  stateName: string | null
}

/**
 * The state of the tax number; otherwise that of the address; otherwise the supplier's own. Abroad there is no state.
 */
export function placeOfSupply(recipient: Recipient, supplierState: string): string {
  if (recipient.gstin) return stateCodeOf(recipient.gstin)
  if (recipient.country !== 'IN') return OUTSIDE_INDIA_STATE_CODE
  const { stateCode, stateName } = recipient
  if (stateCode && Object.hasOwn(GST_STATES, stateCode)) return stateCode
  return stateCodeOfName(stateName ?? '') ?? supplierState
}

const stateCodeOfName = (name: string) =>
  Object.keys(GST_STATES).find((code) => GST_STATES[code]?.toLowerCase() === name.trim().toLowerCase())

export const taxKindAt = (place: string, supplierState: string): 'INTRA' | 'INTER' | 'EXPORT' =>
  place === OUTSIDE_INDIA_STATE_CODE ? 'EXPORT' : place === supplierState ? 'INTRA' : 'INTER'

/** Tax added to a base. */
export function splitGst(baseMinorUnit: bigint, kind: TaxKind, percent = GST_PERCENT): TaxSplit {
  return inParts(baseMinorUnit, divRound(baseMinorUnit * percent, 200n), kind)
}

/** Tax included in the amount paid, as the law defines it: total × rate / (100 + rate). */
export function gstIncluded(totalMinorUnit: bigint, kind: TaxKind, percent: bigint): TaxSplit {
  if (!isTaxed(kind)) return inParts(totalMinorUnit, 0n, kind)
  const half = divRound(totalMinorUnit * percent, 2n * (100n + percent))
  return inParts(totalMinorUnit - 2n * half, half, kind)
}

const isTaxed = (kind: TaxKind) => kind === 'INTRA' || kind === 'INTER'

function inParts(baseMinorUnit: bigint, half: bigint, kind: TaxKind): TaxSplit {
  const gstMinorUnit = isTaxed(kind) ? 2n * half : 0n
  return {
    baseMinorUnit,
    cgstMinorUnit: kind === 'INTRA' ? half : 0n,
    sgstMinorUnit: kind === 'INTRA' ? half : 0n,
    igstMinorUnit: kind === 'INTER' ? gstMinorUnit : 0n,
    gstMinorUnit,
    totalMinorUnit: baseMinorUnit + gstMinorUnit,
  }
}

/**
 * The parts of crediting `amount` after `before` was credited already. Computed as the difference of cumulative
 * amounts, so that partial credits add up to the invoice exactly. Undefined when the amount is too small to hold its
 * own tax (one minor unit at a rounding boundary).
 */
export function splitCredit(invoice: TaxSplit, before: bigint, amount: bigint): TaxSplit | undefined {
  const due = (part: bigint, given: bigint) => divFloor(part * given, invoice.totalMinorUnit)
  const share = (part: bigint) => due(part, before + amount) - due(part, before)
  const half = share(invoice.gstMinorUnit / 2n)
  const gstMinorUnit = 2n * half
  if (gstMinorUnit > amount) return undefined
  return {
    baseMinorUnit: amount - gstMinorUnit,
    cgstMinorUnit: invoice.cgstMinorUnit > 0n ? half : 0n,
    sgstMinorUnit: invoice.sgstMinorUnit > 0n ? half : 0n,
    igstMinorUnit: invoice.igstMinorUnit > 0n ? gstMinorUnit : 0n,
    gstMinorUnit,
    totalMinorUnit: amount,
  }
}

/** The part of a refund that is not tax, over all credit notes of the invoice. */
export const refundedBase = (
  invoice: Pick<TaxSplit, 'gstMinorUnit' | 'totalMinorUnit'>,
  refundedMinorUnit: bigint,
): bigint => refundedMinorUnit - 2n * divFloor((invoice.gstMinorUnit / 2n) * refundedMinorUnit, invoice.totalMinorUnit)

/** Union territories without a legislature, where the state's half is called UTGST. */
const UNION_TERRITORIES = new Set(['04', '26', '31', '35', '38', '97'])
export const stateTaxName = (place: string) => (UNION_TERRITORIES.has(place) ? 'UTGST' : 'SGST')

/** The text that GST rules require on the invoice of a zero-rated export. */
export const EXPORT_ENDORSEMENT =
  'SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX'

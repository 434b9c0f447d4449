import type { Cycle, ListedPlan, Place } from './model.ts'

/** The price list in paise, before GST. */
export const SETUP: Record<ListedPlan, number> = { SMB: 99_900, ENTERPRISE: 249_900 }
export const CYCLE_PRICE: Record<ListedPlan, Record<Cycle, number>> = {
  SMB: { MONTHLY: 249_900, QUARTERLY: 719_700, ANNUAL: 2_848_800 },
  ENTERPRISE: { MONTHLY: 1_000_000, QUARTERLY: 2_915_000, ANNUAL: 11_849_900 },
}
/** Conversations a month. The simulated world sells less of them, so that walks reach the cap. */
export const CAP: Record<ListedPlan, number> = { SMB: 12, ENTERPRISE: 30 }

/** CGST and SGST are 9% each, rounded half up; GST is their sum. */
export const gstOf = (base: number) => 2 * Math.floor((base * 9 + 50) / 100)

/** The same in all of India; nothing is added abroad. */
export const taxAt = (place: Place, base: number) => (place === 'EXPORT' ? 0 : gstOf(base))

/** Of an amount with GST, the part before GST. Both halves of the tax are rounded down. */
export const baseOf = (amount: number, invoice: { base: number; gst: number }) =>
  amount - 2 * Number((BigInt(invoice.gst / 2) * BigInt(amount)) / BigInt(invoice.base + invoice.gst))

/** Rounded down, without ever leaving whole numbers. */
export const partOf = (amount: number, part: number, whole: number) =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

/** What one operator may do alone within a day. Between the prices of the plans, so that walks meet both sides. */
export const APPROVAL_THRESHOLD = 600_000

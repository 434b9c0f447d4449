import { assert } from '../../../domain/assert.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { splitCredit, type TaxSplit } from '../../../domain/invoicing/gst.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { makePdf } from '../jobs.ts'
import { nextDocumentNumber } from '../next-document-number.ts'
import { sealReason } from '../parties.ts'
import { sealNewFileKey } from '../pdf/file-key.ts'
import { totalForVendor, valueInPaise } from '../rupee-value.ts'
import * as sql from '../sql.ts'
import * as notes from './credit-notes.sql.ts'

export interface Credit extends notes.Refund {
  amountMinorUnit: bigint
  reason: string
}

/**
 * Credits an invoice, in full or in part, with a credit note. In full the invoice becomes VOID; in part it stays PAID.
 * Each refund has one credit note, however often it is reported, and their sum never exceeds the invoice.
 */
export async function creditInvoice(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'config'>,
  vendorId: VendorId,
  credit: Credit,
  now: Date,
): Promise<{ creditNoteNumber: string; isVoid: boolean }> {
  assert(credit.amountMinorUnit > 0n, 'a credit is positive')
  const invoice = await sql.lockInvoice(tx, vendorId, credit.invoiceId)
  if (!invoice) throw notFound()
  const known = await notes.findByRefund(tx, vendorId, credit)
  if (known) return { creditNoteNumber: known.credit_note_number, isVoid: invoice.status === 'VOID' }
  const refunded = invoice.refunded_minor_unit + credit.amountMinorUnit
  assertCreditable(invoice, refunded)
  const isVoid = refunded === invoice.total_minor_unit
  await sql.updateInvoice(tx, vendorId, invoice.id, {
    refunded_minor_unit: refunded,
    refund_id: credit.gatewayRefundId,
    refunded_at: now,
    // A voided invoice is rendered again, showing its credit notes.
    ...(isVoid && { status: 'VOID', pdf_revision: invoice.pdf_revision + 1, pdf_status: 'PENDING', pdf_key: null }),
  })
  const creditNoteNumber = await issueNote(tx, deps, vendorId, invoice, credit, now)
  if (isVoid) await addToOutbox(tx, vendorId, makePdf, { document: 'INVOICE', id: invoice.id }, now)
  return { creditNoteNumber, isVoid }
}

function assertCreditable(invoice: sql.InvoiceRow, refunded: bigint) {
  if (invoice.status !== 'PAID')
    throw new AppError('INVALID_STATE', {
      detail: 'Only a paid invoice can be credited.',
      members: { currentStatus: invoice.status },
    })
  if (refunded > invoice.total_minor_unit)
    throw new AppError('NOT_REFUNDABLE', { detail: 'The amount is more than the remaining amount of the invoice.' })
}

async function issueNote(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'config'>,
  vendorId: VendorId,
  invoice: sql.InvoiceRow,
  { amountMinorUnit, gatewayRefundId, refundRequestId, reason }: Credit,
  now: Date,
): Promise<string> {
  const before = invoice.refunded_minor_unit
  const split = splitCredit(splitOf(invoice), before, amountMinorUnit)
  if (!split) throw new AppError('NOT_REFUNDABLE', { detail: 'The amount is too small to be credited.' })
  const worthOf = (minorUnits: bigint) => valueInPaise(minorUnits, invoice.currency, invoice.exchange_rate_used)
  const forVendor = (minorUnits: bigint) =>
    totalForVendor(invoice, {
      total_minor_unit: minorUnits,
      currency: invoice.currency,
      total_inr_paise: worthOf(minorUnits),
    }) ?? 0n
  const after = before + amountMinorUnit
  const cipher = await deps.keyring.booksOf(tx, vendorId)
  const { number, ...series } = await nextDocumentNumber(tx, deps, 'CREDIT_NOTE', now)
  const id = newId<'creditNote'>()
  await notes.insertCreditNote(tx, vendorId, {
    ...series,
    id,
    invoice_id: invoice.id,
    credit_note_number: number,
    amount_minor_unit: split.baseMinorUnit,
    cgst_minor_unit: split.cgstMinorUnit,
    sgst_minor_unit: split.sgstMinorUnit,
    igst_minor_unit: split.igstMinorUnit,
    gst_amount_minor_unit: split.gstMinorUnit,
    total_minor_unit: split.totalMinorUnit,
    currency: invoice.currency,
    // As with the tax, the parts add up to the value of the invoice.
    total_inr_paise: worthOf(after) - worthOf(before),
    total_vendor_minor_unit: invoice.vendor_currency === null ? null : forVendor(after) - forVendor(before),
    gateway_refund_id: gatewayRefundId,
    refund_request_id: refundRequestId,
    reason_cipher: sealReason(cipher, reason),
    issued_at: now,
    pdf_file_key_cipher: sealNewFileKey(cipher),
  })
  await addToOutbox(tx, vendorId, makePdf, { document: 'CREDIT_NOTE', id }, now)
  return number
}

const splitOf = (row: sql.InvoiceRow): TaxSplit => ({
  baseMinorUnit: row.amount_minor_unit,
  cgstMinorUnit: row.cgst_minor_unit,
  sgstMinorUnit: row.sgst_minor_unit,
  igstMinorUnit: row.igst_minor_unit,
  gstMinorUnit: row.gst_amount_minor_unit,
  totalMinorUnit: row.total_minor_unit,
})

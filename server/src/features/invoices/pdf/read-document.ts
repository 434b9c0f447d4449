import type { VendorId } from '../../../domain/ids.ts'
import { EXPORT_ENDORSEMENT, OUTSIDE_INDIA_STATE_CODE, stateTaxName } from '../../../domain/invoicing/gst.ts'
import { GST_STATES } from '../../../domain/invoicing/gstin.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import * as notes from '../credit-notes/credit-notes.sql.ts'
import { openParties, openReason } from '../parties.ts'
import * as sql from '../sql.ts'
import type { InvoiceDocument } from './invoice-document.ts'

export type DocumentKind = 'INVOICE' | 'CREDIT_NOTE'

/** An invoice or a credit note as data to render, with the state of its file. A draft has no `content`. */
export async function readDocument(
  deps: Pick<Deps, 'db' | 'keyring'>,
  vendorId: VendorId,
  kind: DocumentKind,
  id: string,
) {
  const cipher = await deps.keyring.booksOf(deps.db, vendorId)
  return kind === 'INVOICE' ? readInvoice(deps.db, vendorId, cipher, id) : readCreditNote(deps.db, vendorId, cipher, id)
}

async function readInvoice(db: Db, vendorId: VendorId, cipher: FieldCipher, id: string) {
  const invoice = await sql.findInvoice(db, vendorId, id)
  if (!invoice) return undefined
  const voidedBy = invoice.status === 'VOID' ? await notes.noteNumbersOf(db, vendorId, id) : []
  const { invoice_number: number, issued_at: issuedAt } = invoice
  return {
    table: 'invoice' as const,
    number,
    ...pdfOf(invoice),
    content: number &&
      issuedAt && {
        ...sharedContent(cipher, invoice),
        ...amountsOf(invoice),
        title: titleOf(invoice),
        number,
        issuedAt: issuedAt.getTime(),
        voidedBy,
        corrects: null,
        reference: invoice.gateway_payment_id,
        reason: null,
      },
  }
}

async function readCreditNote(db: Db, vendorId: VendorId, cipher: FieldCipher, id: string) {
  const note = await notes.findCreditNote(db, vendorId, id)
  const invoice = note && (await sql.findInvoice(db, vendorId, note.invoice_id))
  if (!note || !invoice) return undefined
  const content: InvoiceDocument = {
    ...sharedContent(cipher, invoice),
    ...amountsOf(note),
    title: 'Credit note',
    number: note.credit_note_number,
    issuedAt: note.issued_at.getTime(),
    voidedBy: [],
    corrects: { number: invoice.invoice_number ?? '', issuedAt: invoice.issued_at?.getTime() ?? 0 },
    reference: note.gateway_refund_id,
    reason: openReason(cipher, note.reason_cipher),
  }
  return { table: 'credit_note' as const, number: note.credit_note_number, ...pdfOf(note), content }
}

const pdfOf = (row: sql.InvoiceRow | notes.CreditNoteRow) => ({
  pdfStatus: row.pdf_status,
  pdfKey: row.pdf_key,
  revision: row.pdf_revision,
  fileKeyCipher: row.pdf_file_key_cipher,
})

const amountsOf = (row: sql.InvoiceRow | notes.CreditNoteRow) => ({
  base: row.amount_minor_unit,
  cgst: row.cgst_minor_unit,
  sgst: row.sgst_minor_unit,
  igst: row.igst_minor_unit,
  total: row.total_minor_unit,
  totalInrPaise: row.total_inr_paise,
  totalForVendor: row.total_vendor_minor_unit,
})

/** The part that a credit note shares with its invoice. */
function sharedContent(cipher: FieldCipher, invoice: sql.InvoiceRow) {
  const place = invoice.place_of_supply
  return {
    ...openParties(cipher, invoice.parties_cipher),
    description: invoice.description,
    periodStart: invoice.period_start?.getTime() ?? null,
    periodEnd: invoice.period_end?.getTime() ?? null,
    serviceCode: invoice.hsn_code,
    placeCode: place,
    placeName: placeName(place),
    taxKind: invoice.tax_kind,
    gstPercent: invoice.gst_percent,
    stateTaxName: stateTaxName(place),
    currency: invoice.currency,
    exchangeRate: invoice.exchange_rate_used,
    vendorCurrency: invoice.vendor_currency,
    vendorCurrencyRate: invoice.vendor_currency_rate,
    isPrepaid: invoice.type === 'WALLET_RECHARGE',
    endorsement: invoice.tax_kind === 'EXPORT' ? EXPORT_ENDORSEMENT : null,
  }
}

export const placeName = (place: string) =>
  place === OUTSIDE_INDIA_STATE_CODE ? 'Outside India' : (GST_STATES[place] ?? place)

/** A tax invoice is one that carries tax, or names the rule that exempts it. */
const titleOf = ({ tax_kind: kind }: sql.InvoiceRow) => (kind === 'NONE' ? 'Invoice' : 'Tax invoice')

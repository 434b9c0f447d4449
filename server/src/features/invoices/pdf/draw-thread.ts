import { drawDocument } from '../../../platform/pdf/draw-document.ts'
import type { Sheet } from '../../../platform/pdf/sheet.ts'
import { drawInvoiceLine, drawInvoiceTotals } from './body.ts'
import { drawInvoiceHead } from './head.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { drawNotes, drawVoidMark } from './notes.ts'

/** Runs in a worker thread. The same data always gives the same page. */
export async function run(document: InvoiceDocument): Promise<Uint8Array> {
  const info = {
    title: `${document.title} ${document.number}`,
    author: document.supplier.name,
    at: new Date(document.issuedAt),
  }
  return drawDocument(info, document.customer, (sheet) => drawInvoice(sheet, document))
}

function drawInvoice(sheet: Sheet, document: InvoiceDocument) {
  drawInvoiceHead(sheet, document)
  drawInvoiceLine(sheet, document)
  drawInvoiceTotals(sheet, document)
  drawNotes(sheet, document)
  sheet.footers(`${document.number} · Computer-generated document, valid without a signature.`)
  if (document.voidedBy.length > 0) drawVoidMark(sheet)
}

import { drawDocument } from '../../../platform/pdf/draw-document.ts'
import type { Sheet } from '../../../platform/pdf/sheet.ts'
import { drawInvoiceLine, drawInvoiceTotals } from './body.ts'
import { drawInvoiceHead } from './head.ts'
import { drawNotes, drawVoidMark } from './notes.ts'
import type { Paper } from './paper.ts'

/** Runs in a worker thread. The same data always gives the same page. */
export async function run(paper: Paper): Promise<Uint8Array> {
  const info = {
    title: `${paper.title} ${paper.number}`,
    author: paper.supplier.name,
    at: new Date(paper.issuedAt),
  }
  return drawDocument(info, paper.customer, (sheet) => drawInvoice(sheet, paper))
}

function drawInvoice(sheet: Sheet, paper: Paper) {
  drawInvoiceHead(sheet, paper)
  drawInvoiceLine(sheet, paper)
  drawInvoiceTotals(sheet, paper)
  drawNotes(sheet, paper)
  sheet.footers(`${paper.number} · Computer-generated document, valid without a signature.`)
  if (paper.voidedBy.length > 0) drawVoidMark(sheet)
}

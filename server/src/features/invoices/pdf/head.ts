import { drawHead, stateLine } from '../../../platform/pdf/head.ts'
import type { Sheet } from '../../../platform/pdf/sheet.ts'
import { date } from '../../../platform/pdf/wording.ts'
import type { InvoiceDocument } from './invoice-document.ts'

export function drawInvoiceHead(sheet: Sheet, document: InvoiceDocument) {
  const { corrects, periodStart, periodEnd } = document
  drawHead(sheet, {
    seller: document.supplier,
    title: document.title,
    subtitle: 'Original for recipient',
    mark: corrects || document.voidedBy.length > 0 ? null : 'PAID',
    to: 'BILL TO',
    buyer: document.customer,
    particulars: [
      [corrects ? 'Credit note no.' : 'Invoice no.', document.number, true],
      ['Date', date(document.issuedAt)],
      ['Against invoice', corrects && `${corrects.number}, ${date(corrects.issuedAt)}`],
      ['Place of supply', stateLine(document.placeCode, document.placeName)],
      ['Reverse charge', 'No'],
      ['Period', periodStart && periodEnd ? `${date(periodStart)} to ${date(periodEnd)}` : null],
      [corrects ? 'Refund reference' : 'Payment reference', document.reference],
    ],
  })
}

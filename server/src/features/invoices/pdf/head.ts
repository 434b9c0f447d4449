import { drawHead, stateLine } from '../../../platform/pdf/head.ts'
import type { Sheet } from '../../../platform/pdf/sheet.ts'
import { date } from '../../../platform/pdf/wording.ts'
import type { Paper } from './paper.ts'

export function drawInvoiceHead(sheet: Sheet, paper: Paper) {
  const { corrects, periodStart, periodEnd } = paper
  drawHead(sheet, {
    seller: paper.supplier,
    title: paper.title,
    subtitle: 'Original for recipient',
    mark: corrects || paper.voidedBy.length > 0 ? null : 'PAID',
    to: 'BILL TO',
    buyer: paper.customer,
    particulars: [
      [corrects ? 'Credit note no.' : 'Invoice no.', paper.number, true],
      ['Date', date(paper.issuedAt)],
      ['Against invoice', corrects && `${corrects.number}, ${date(corrects.issuedAt)}`],
      ['Place of supply', stateLine(paper.placeCode, paper.placeName)],
      ['Reverse charge', 'No'],
      ['Period', periodStart && periodEnd ? `${date(periodStart)} to ${date(periodEnd)}` : null],
      [corrects ? 'Refund reference' : 'Payment reference', paper.reference],
    ],
  })
}

import type { Sheet } from '../../../platform/pdf/sheet.ts'
import { type Column, drawTable } from '../../../platform/pdf/table.ts'
import { drawTotals, type TotalsRow } from '../../../platform/pdf/totals.ts'
import { money, percent } from '../../../platform/pdf/wording.ts'
import type { InvoiceDocument } from './invoice-document.ts'

interface Cell extends Column {
  text: string
}

/** The single item sold, with its tax. */
export function drawInvoiceLine(sheet: Sheet, document: InvoiceDocument) {
  const cells = cellsOf(document)
  drawTable(sheet, cells, [cells.map(({ text }) => text)])
}

function cellsOf(document: InvoiceDocument): Cell[] {
  const amount = (minorUnits: bigint) => money(minorUnits, document.currency)
  const tax = (name: string, points: number, minorUnits: bigint): Cell => ({
    title: `${name} ${percent(points)}`,
    text: amount(minorUnits),
    share: 14,
    align: 'right',
  })
  const taxes: Record<InvoiceDocument['taxKind'], Cell[]> = {
    INTRA: [
      tax('CGST', document.gstPercent / 2, document.cgst),
      tax(document.stateTaxName, document.gstPercent / 2, document.sgst),
    ],
    INTER: [tax('IGST', document.gstPercent, document.igst)],
    EXPORT: [tax('IGST', 0, 0n)],
    NONE: [],
  }
  return [
    { title: '#', text: '1', share: 4 },
    { title: 'Description', text: descriptionOf(document), share: 34 },
    { title: 'SAC', text: document.serviceCode, share: 9 },
    {
      title: document.taxKind === 'NONE' ? 'Amount' : 'Taxable value',
      text: amount(document.base),
      share: 16,
      align: 'right',
    },
    ...taxes[document.taxKind],
    { title: 'Total', text: amount(document.total), share: 16, align: 'right' },
  ]
}

const descriptionOf = ({ description, isPrepaid }: InvoiceDocument) =>
  isPrepaid ? `${description} – prepaid credit for messaging` : description

/** In both currencies, in digits and in words. */
export const drawInvoiceTotals = (sheet: Sheet, document: InvoiceDocument) =>
  drawTotals(sheet, totalsOf(document), document)

/** Totals in rupees and in the vendor's currency, where the invoice has another one. */
const otherTotals = ({ currency, totalInrPaise, vendorCurrency, totalForVendor }: InvoiceDocument): TotalsRow[] => [
  ...(currency === 'INR' ? [] : [['Total in INR', money(totalInrPaise, 'INR')] as TotalsRow]),
  ...(vendorCurrency === null || totalForVendor === null || [currency, 'INR'].includes(vendorCurrency)
    ? []
    : [[`Total in ${vendorCurrency}`, money(totalForVendor, vendorCurrency)] as TotalsRow]),
]

function totalsOf(document: InvoiceDocument): TotalsRow[] {
  const { currency, taxKind, gstPercent } = document
  const amount = (minorUnits: bigint) => money(minorUnits, currency)
  const taxes: Record<InvoiceDocument['taxKind'], TotalsRow[]> = {
    INTRA: [
      [`CGST ${percent(gstPercent / 2)}`, amount(document.cgst)],
      [`${document.stateTaxName} ${percent(gstPercent / 2)}`, amount(document.sgst)],
    ],
    INTER: [[`IGST ${percent(gstPercent)}`, amount(document.igst)]],
    EXPORT: [['IGST (zero-rated export)', amount(0n)]],
    NONE: [],
  }
  return [
    [taxKind === 'NONE' ? 'Amount' : 'Taxable value', amount(document.base)],
    ...taxes[taxKind],
    [`${document.corrects ? 'Credited' : 'Total'} (${currency})`, amount(document.total), true],
    ...otherTotals(document),
  ]
}

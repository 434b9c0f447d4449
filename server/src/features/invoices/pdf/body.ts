import type { Sheet } from '../../../platform/pdf/sheet.ts'
import { type Column, drawTable } from '../../../platform/pdf/table.ts'
import { drawTotals, type TotalsRow } from '../../../platform/pdf/totals.ts'
import { money, percent } from '../../../platform/pdf/wording.ts'
import type { Paper } from './paper.ts'

interface Cell extends Column {
  text: string
}

/** The single item sold, with its tax. */
export function drawInvoiceLine(sheet: Sheet, paper: Paper) {
  const cells = cellsOf(paper)
  drawTable(sheet, cells, [cells.map(({ text }) => text)])
}

function cellsOf(paper: Paper): Cell[] {
  const amount = (minorUnits: bigint) => money(minorUnits, paper.currency)
  const tax = (name: string, points: number, minorUnits: bigint): Cell => ({
    title: `${name} ${percent(points)}`,
    text: amount(minorUnits),
    share: 14,
    align: 'right',
  })
  const taxes: Record<Paper['taxKind'], Cell[]> = {
    INTRA: [tax('CGST', paper.gstPercent / 2, paper.cgst), tax(paper.stateTaxName, paper.gstPercent / 2, paper.sgst)],
    INTER: [tax('IGST', paper.gstPercent, paper.igst)],
    EXPORT: [tax('IGST', 0, 0n)],
    NONE: [],
  }
  return [
    { title: '#', text: '1', share: 4 },
    { title: 'Description', text: descriptionOf(paper), share: 34 },
    { title: 'SAC', text: paper.serviceCode, share: 9 },
    {
      title: paper.taxKind === 'NONE' ? 'Amount' : 'Taxable value',
      text: amount(paper.base),
      share: 16,
      align: 'right',
    },
    ...taxes[paper.taxKind],
    { title: 'Total', text: amount(paper.total), share: 16, align: 'right' },
  ]
}

const descriptionOf = ({ description, isPrepaid }: Paper) =>
  isPrepaid ? `${description} – prepaid credit for messaging` : description

/** In both currencies, in digits and in words. */
export const drawInvoiceTotals = (sheet: Sheet, paper: Paper) => drawTotals(sheet, totalsOf(paper), paper)

/** Totals in rupees and in the vendor's currency, where the invoice has another one. */
const otherTotals = ({ currency, totalInrPaise, vendorCurrency, totalForVendor }: Paper): TotalsRow[] => [
  ...(currency === 'INR' ? [] : [['Total in INR', money(totalInrPaise, 'INR')] as TotalsRow]),
  ...(vendorCurrency === null || totalForVendor === null || [currency, 'INR'].includes(vendorCurrency)
    ? []
    : [[`Total in ${vendorCurrency}`, money(totalForVendor, vendorCurrency)] as TotalsRow]),
]

function totalsOf(paper: Paper): TotalsRow[] {
  const { currency, taxKind, gstPercent } = paper
  const amount = (minorUnits: bigint) => money(minorUnits, currency)
  const taxes: Record<Paper['taxKind'], TotalsRow[]> = {
    INTRA: [
      [`CGST ${percent(gstPercent / 2)}`, amount(paper.cgst)],
      [`${paper.stateTaxName} ${percent(gstPercent / 2)}`, amount(paper.sgst)],
    ],
    INTER: [[`IGST ${percent(gstPercent)}`, amount(paper.igst)]],
    EXPORT: [['IGST (zero-rated export)', amount(0n)]],
    NONE: [],
  }
  return [
    [taxKind === 'NONE' ? 'Amount' : 'Taxable value', amount(paper.base)],
    ...taxes[taxKind],
    [`${paper.corrects ? 'Credited' : 'Total'} (${currency})`, amount(paper.total), true],
    ...otherTotals(paper),
  ]
}

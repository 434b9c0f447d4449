import { amountInWords } from '../../../domain/amount-in-words.ts'
import type { Paper } from './paper.ts'
import { INK, QUIET, type Sheet, type Style, TINT } from './sheet.ts'
import { money, percent } from './wording.ts'

interface Column {
  title: string
  text: string
  /** Share of the width. */
  share: number
  align?: Style['align']
}

const PAD = 6

/** The one thing that was sold, with its tax. */
export function drawLines(sheet: Sheet, paper: Paper) {
  const columns = columnsOf(paper)
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  const widthOf = ({ share }: Column) => (sheet.width * share) / whole
  const row = (textOf: (column: Column) => string, style: Style, fill?: string) => {
    const height =
      2 * PAD + Math.max(...columns.map((column) => sheet.heightOf(textOf(column), widthOf(column) - 2 * PAD, style)))
    sheet.ensure(height)
    sheet.box(sheet.left, sheet.y, sheet.width, height, fill)
    let x = sheet.left
    for (const column of columns) {
      sheet.write(textOf(column), x + PAD, sheet.y + PAD, widthOf(column) - 2 * PAD, {
        ...style,
        align: column.align ?? 'left',
      })
      x += widthOf(column)
    }
    sheet.y += height
  }
  row(({ title }) => title, { size: 8, weight: 'bold', colour: INK }, TINT)
  row(({ text }) => text, { size: 9 })
  sheet.y += 10
}

function columnsOf(paper: Paper): Column[] {
  const amount = (minorUnits: bigint) => money(minorUnits, paper.currency)
  const tax = (name: string, points: number, minorUnits: bigint): Column => ({
    title: `${name} ${percent(points)}`,
    text: amount(minorUnits),
    share: 14,
    align: 'right',
  })
  const taxes: Record<Paper['taxKind'], Column[]> = {
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

/** What it comes to, in both currencies, in digits and in words. */
export function drawTotals(sheet: Sheet, paper: Paper) {
  const rows = totalsOf(paper)
  const width = sheet.width * 0.44
  const x = sheet.right - width
  sheet.ensure(rows.length * 18 + 50)
  const top = sheet.y
  const wordsWidth = sheet.width - width - 24
  let words = top
  words += sheet.write('AMOUNT IN WORDS', sheet.left, words, wordsWidth, {
    size: 7.5,
    weight: 'bold',
    colour: QUIET,
  })
  words += 2 + sheet.write(amountInWords(paper.total, paper.currency), sheet.left, words + 2, wordsWidth)
  for (const [name, value, isTotal] of rows) {
    const style = { size: isTotal ? 11 : 9, weight: isTotal ? 'bold' : 'regular' } as const
    const height = Math.max(
      sheet.heightOf(name, width * 0.46 - PAD, style),
      sheet.heightOf(value, width * 0.54 - PAD, style),
    )
    if (isTotal) sheet.box(x, sheet.y - 2, width, height + 8, TINT)
    const y = sheet.y + (isTotal ? 2 : 0)
    sheet.write(name, x + PAD, y, width * 0.46 - PAD, style)
    sheet.write(value, x + width * 0.46 - PAD, y, width * 0.54, { ...style, align: 'right' })
    sheet.y += height + (isTotal ? 12 : 5)
  }
  sheet.y = Math.max(sheet.y, words) + 8
}

const worthInRupees = ({ totalInrPaise }: Paper): [string, string] => ['Total in INR', money(totalInrPaise, 'INR')]

function totalsOf(paper: Paper): [name: string, value: string, isTotal?: true][] {
  const { currency, taxKind, gstPercent } = paper
  const amount = (minorUnits: bigint) => money(minorUnits, currency)
  const taxes: Record<Paper['taxKind'], [string, string][]> = {
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
    ...(currency === 'INR' ? [] : [worthInRupees(paper)]),
  ]
}

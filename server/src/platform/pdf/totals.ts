import { amountInWords } from '../../domain/invoicing/amount-in-words.ts'
import { QUIET, type Sheet, TINT } from './sheet.ts'
import { PAD } from './table.ts'

export type TotalsRow = [name: string, value: string, isTotal?: true]

/** Draws a column of figures on the right, and the total in words beside it. */
export function drawTotals(
  sheet: Sheet,
  rows: readonly TotalsRow[],
  { total, currency }: { total: bigint; currency: string },
) {
  const width = sheet.width * 0.44
  const x = sheet.right - width
  sheet.ensure(rows.length * 18 + 50)
  const wordsWidth = sheet.width - width - 24
  let words = sheet.y
  words += sheet.write('AMOUNT IN WORDS', sheet.left, words, wordsWidth, {
    size: 7.5,
    weight: 'bold',
    colour: QUIET,
  })
  words += 2 + sheet.write(amountInWords(total, currency), sheet.left, words + 2, wordsWidth)
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

import { INK, type Sheet, type Style, TINT } from './sheet.ts'

export interface Column {
  title: string
  /** Part of the width. */
  share: number
  align?: Style['align']
}

export const PAD = 6

/** Draws rows under a header, which is repeated on every page. */
export function drawTable(sheet: Sheet, columns: readonly Column[], rows: readonly (readonly string[])[]) {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => (sheet.width * share) / whole)
  const width = (i: number) => (widths[i] ?? 0) - 2 * PAD
  const heightOf = (cells: readonly string[], style: Style) =>
    2 * PAD + Math.max(...cells.map((cell, i) => sheet.heightOf(cell, width(i), style)))
  const draw = (cells: readonly string[], style: Style, fill?: string) => {
    const height = heightOf(cells, style)
    sheet.box(sheet.left, sheet.y, sheet.width, height, fill)
    let x = sheet.left
    for (const [i, cell] of cells.entries()) {
      sheet.write(cell, x + PAD, sheet.y + PAD, width(i), { ...style, align: columns[i]?.align ?? 'left' })
      x += widths[i] ?? 0
    }
    sheet.y += height
  }
  const titles = columns.map(({ title }) => title)
  const head = () => draw(titles, HEAD, TINT)
  sheet.ensure(heightOf(titles, HEAD) + heightOf(rows[0] ?? [''], ROW))
  head()
  for (const row of rows) {
    if (sheet.ensure(heightOf(row, ROW))) head()
    draw(row, ROW)
  }
  sheet.y += 10
}

const HEAD = { size: 8, weight: 'bold', colour: INK } as const
const ROW = { size: 9 } as const

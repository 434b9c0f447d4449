import { IMPORT_COLUMNS_MAX } from '../../../../domain/limits.ts'

/** A cell that extends over the rows below it. */
interface MergedRange {
  column: number
  lastRow: number
}

/** By the first row of the range. */
export type MergedRanges = ReadonlyMap<number, readonly MergedRange[]>

const ELEMENT = 'mergeCell '
/** The longest element that is read: `mergeCell ref="A1:XFD1048576"/>`, perhaps with more attributes. */
const ELEMENT_CHARS_MAX = 200
const REFERENCE = /^mergeCell [^>]*?ref=["']([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})["']/
const RANGES_MAX = 100_000

/**
 * The cells of a sheet that extend over several rows. They are listed behind the rows, so the part is searched once
 * before it is parsed; that takes a tenth of the time. The text of cells cannot contain the element, because XML
 * escapes it; elsewhere it would do no harm.
 */
export async function findMergedRanges(part: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<MergedRanges> {
  const ranges = new Map<number, MergedRange[]>()
  let count = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of part) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    // An element at the end may continue in the next chunk.
    const end = bytes.length - ELEMENT_CHARS_MAX
    let at = bytes.indexOf(ELEMENT, 0, 'latin1')
    for (; at !== -1 && at < end && count < RANGES_MAX; at = bytes.indexOf(ELEMENT, at + 1, 'latin1'))
      if (add(ranges, bytes.toString('latin1', at, at + ELEMENT_CHARS_MAX))) count++
    rest = bytes.subarray(Math.max(0, end))
  }
  for (let at = rest.indexOf(ELEMENT); at !== -1; at = rest.indexOf(ELEMENT, at + 1))
    add(ranges, rest.toString('latin1', at, at + ELEMENT_CHARS_MAX))
  return ranges
}

function add(ranges: Map<number, MergedRange[]>, element: string): boolean {
  const [, first = '', firstRow, , lastRow] = REFERENCE.exec(element) ?? []
  const column = columnOf(first)
  if (column >= IMPORT_COLUMNS_MAX || !(Number(firstRow) < Number(lastRow))) return false
  const sameRow = ranges.get(Number(firstRow))
  const range = { column, lastRow: Number(lastRow) }
  if (sameRow) sameRow.push(range)
  else ranges.set(Number(firstRow), [range])
  return true
}

const columnOf = (letters: string) =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

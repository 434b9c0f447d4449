import { SHEET, workbook } from '../../server/tests/support/tables/workbook.ts'
import { sheetXml } from '../../server/tests/support/tables/written-workbook.ts'

const FIRST =
  'Aarav Vivaan Aditya Vihaan Arjun Sai Reyansh Ayaan Krishna Ishaan Asha Diya Ananya Meera Priya Kavya'.split(' ')
const LAST = 'Sharma Verma Gupta Iyer Rao Patel Reddy Nair Singh Das Khan Joshi Mehta Bose Kapoor Pillai'.split(' ')
const CITIES = 'Pune Mumbai Delhi Chennai Kolkata Surat Jaipur Kochi'.split(' ')
/** One row in ten repeats a number of the file. */
const DISTINCT_SHARE = 0.9
const SUBSCRIBERS = 1_000_000_000

/** Realistic rows: name, mobile number, city. Different values of `run` give disjoint numbers. */
export function contactRows(count: number, run: number): string[][] {
  let seed = run + 1
  const chance = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  const distinct = Math.round(count * DISTINCT_SHARE)
  return Array.from({ length: count }, (_, i) => {
    const person = run * 2_000_000 + (i < distinct ? i : chance(distinct))
    const mobile = 9_000_000_000 + ((person * 7_919) % SUBSCRIBERS)
    const name = `${FIRST[chance(16)]} ${LAST[chance(16)]} ${chance(100_000)}`
    return [name, `+91 ${String(mobile).slice(0, 5)} ${String(mobile).slice(5)}`, CITIES[chance(8)] ?? '']
  })
}

const HEADER = ['Name', 'Phone', 'City']

export const csvFile = (rows: string[][]) =>
  Buffer.from(`${[HEADER, ...rows].map((cells) => cells.join(',')).join('\n')}\n`)

export function xlsxFile(rows: string[][]): Buffer {
  const cell = (text: string, column: number, row: number) =>
    `<c r="${'ABC'[column]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`
  const lines = [HEADER, ...rows].map((cells, i) => {
    const row = i + 1
    return `<row r="${row}">${cells.map((text, column) => cell(text, column, row)).join('')}</row>`
  })
  return workbook([{ name: SHEET, content: sheetXml(lines.join('')) }])
}

import type { TableRow } from '../../../src/adapters/table-reader/table-row.ts'
import { TableUnreadable } from '../../../src/ports/table-reader.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { type CorpusFile, type CorpusKind, readRows } from './corpus.ts'
import { unzip } from './unzip.ts'
import { zip } from './zip.ts'

/** A file of which one row can be changed. */
export interface RowTarget {
  name: string
  kind: CorpusKind
  content: Buffer
  rows: readonly TableRow[]
  /** Changes a row; the first that may be changed is 1. */
  mutate(random: SeededRandom, firstRow?: number): { rowIndex: number; content: Buffer }
}

/**
 * Text files whose rows are lines, contact cards, and workbooks and spreadsheets without merged cells, which repeat
 * their value in other rows.
 */
export async function rowTarget({ name, kind, content }: CorpusFile<unknown>): Promise<RowTarget | undefined> {
  const rows = await rowsIn(content, kind)
  const mutate = rows && (await MUTATIONS[kind](content, rows))
  return mutate && { name, kind, content, rows, mutate }
}

const MUTATIONS = { csv: changeLine, vcf: changeCard, xlsx: changeWorkbook, ods: changeSpreadsheet }

type Mutate = RowTarget['mutate']

/** Undefined: the file is refused. */
export async function rowsIn(content: Buffer, kind: CorpusKind): Promise<TableRow[] | undefined> {
  const rows: TableRow[] = []
  try {
    for await (const batch of readRows(content, kind)) rows.push(...batch)
    return rows
  } catch (error) {
    if (error instanceof TableUnreadable) return undefined
    throw error
  }
}

/** One character is one byte in Latin-1, also for files in UTF-8, of which only ASCII letters are changed. */
function changeLine(content: Buffer, rows: readonly TableRow[]): Mutate | undefined {
  const encoding = content.subarray(0, 2).toString('hex') === 'fffe' ? 'utf16le' : 'latin1'
  const lines = content.toString(encoding).split(/(?<=\n)/)
  // A row with a line break inside a cell is several lines.
  if (lines.length !== rows.at(-1)?.rowIndex) return undefined
  return (random, firstRow = 1) => {
    const line = firstRow - 1 + random.below(lines.length - firstRow + 1)
    const text = withOtherLetter(lines[line] ?? '', random)
    return { rowIndex: line + 1, content: Buffer.from(lines.with(line, text).join(''), encoding) }
  }
}

/** What stands between the first and the last line of a card, which is what ends it. The first card is row 2. */
function changeCard(content: Buffer): Mutate {
  const text = content.toString('latin1')
  const cards = [...text.matchAll(/(?<=^BEGIN:VCARD\r?\n).*?(?=^END:VCARD)/gims)]
  return (random) => {
    const card = random.below(cards.length)
    return { rowIndex: card + 2, content: Buffer.from(withChanged(text, cards[card], random), 'latin1') }
  }
}

async function changeWorkbook(content: Buffer): Promise<Mutate | undefined> {
  const parts = await unzip(content)
  const isSheet = (part: { name: string }) => /worksheets\/sheet\d*\.xml$/.test(part.name)
  const sheets = parts?.filter(isSheet).map((part) => String(part.content)) ?? []
  if (!parts || sheets.some((xml) => xml.includes('<mergeCell '))) return undefined
  return (random) => {
    const sheet = random.pick(parts.filter(isSheet))
    const xml = String(sheet.content)
    const found = [...xml.matchAll(/<row\b[^>]*\br="(\d+)"[^>]*>.*?<\/row>/gs)]
    const row = found[random.below(Math.max(1, found.length))]
    const changed = withChanged(xml, row, random)
    return {
      rowIndex: Number(row?.[1] ?? 0),
      content: zip(parts.map((part) => (part === sheet ? { ...part, content: changed } : part))),
    }
  }
}

/** A letter of a cell's text: the row numbers of a spreadsheet follow from its tags. */
async function changeSpreadsheet(content: Buffer): Promise<Mutate | undefined> {
  const parts = await unzip(content)
  const xml = String(parts?.find(({ name }) => name === 'content.xml')?.content ?? '')
  if (!parts || /number-rows-spanned="(?!1")/.test(xml)) return undefined
  const texts = textsOf(xml)
  if (texts.length === 0) return undefined
  return (random) => {
    const { rowIndex, text } = random.pick(texts)
    const changed = withChanged(xml, text, random)
    return {
      rowIndex,
      content: zip(parts.map((part) => (part.name === 'content.xml' ? { ...part, content: changed } : part))),
    }
  }
}

type Place = Pick<RegExpExecArray, 'index'> & { 0: string }

/** The texts of all cells with the row they stand in. A repeated row, which is several, has none. */
function textsOf(xml: string): { rowIndex: number; text: Place }[] {
  const texts: { rowIndex: number; text: Place }[] = []
  for (const table of xml.matchAll(/<table:table\b[^>]*>.*?<\/table:table>/gs)) {
    let rowIndex = 0
    for (const row of table[0].matchAll(/<table:table-row\b([^>]*?)(?:\/>|>.*?<\/table:table-row>)/gs)) {
      const repeated = Number(/number-rows-repeated="(\d+)"/.exec(row[1] ?? '')?.[1] ?? 1)
      rowIndex += repeated
      if (repeated === 1)
        for (const text of row[0].matchAll(/(?<=>)[^<]+(?=<)/g))
          texts.push({ rowIndex, text: { 0: text[0], index: table.index + row.index + text.index } })
    }
  }
  return texts
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The whole with another letter in this part of it. */
const withChanged = (whole: string, part: Place | undefined, random: SeededRandom) =>
  part
    ? whole.slice(0, part.index) + withOtherLetter(part[0], random) + whole.slice(part.index + part[0].length)
    : whole

function withOtherLetter(text: string, random: SeededRandom): string {
  const places = [...text.matchAll(/[a-zA-Z0-9]/g)].map(({ index }) => index)
  const at = places[random.below(Math.max(1, places.length))]
  return at === undefined ? text : text.slice(0, at) + random.pick([...LETTERS]) + text.slice(at + 1)
}

import { expect } from 'vitest'
import type { TableRow } from '../../../src/adapters/table-reader/table-row.ts'
import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '../../../src/domain/limits.ts'
import { TableUnreadable } from '../../../src/ports/table-reader.ts'
import { scan } from '../imports/scanned.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'
import { type CorpusFile, type CorpusKind, corpusFiles, readRows, readTable } from './corpus.ts'
import { mutationsOf } from './file-mutations.ts'
import { contactsIn, readContacts } from './table-contacts.ts'
import { unzip } from './unzip.ts'
import { zip } from './zip.ts'

/** The scanner has mutations of its own; here some show that it gives a verdict about any damage. */
const SCANNED_EVERY = 5

/** Reads this many mutations, of each file in turn, and counts how they end. */
export async function readMutations(count: number, seed: number) {
  const random = seededRandom(seed)
  const files = corpusFiles()
  const sources = await Promise.all(files.map(({ content }) => mutationsOf(content)))
  const ends = { read: 0, refused: 0 }
  for (let i = 0; i < count; i++) {
    const file = files[i % files.length] as CorpusFile<unknown>
    const { what, content } = sources[i % files.length]?.(random) ?? {}
    const title = `${file.name}, ${what}, mutation ${i} of seed ${seed}`
    if (!content || content.length === 0) continue
    if (i % SCANNED_EVERY === 0) await scan(content)
    ends[await endOf(content, file.kind, title)]++
  }
  return ends
}

/** Anything but a table within all limits or a reason for the vendor is an error that names the mutation. */
async function endOf(content: Buffer, kind: CorpusKind, title: string): Promise<'read' | 'refused'> {
  try {
    const { rows } = await readTable(content, kind)
    assertWithinLimits(rows, title)
    return 'read'
  } catch (error) {
    if (error instanceof TableUnreadable) return 'refused'
    throw new Error(title, { cause: error })
  }
}

function assertWithinLimits(rows: readonly (string | number)[][], title: string) {
  const cells = rows.flatMap(([, ...texts]) => texts.map(String))
  const largest = cells.reduce((most, cell) => Math.max(most, Buffer.byteLength(cell)), 0)
  const widest = rows.reduce((most, row) => Math.max(most, row.length - 1), 0)
  if (rows.length > IMPORT_ROWS_MAX || widest > IMPORT_COLUMNS_MAX || largest > IMPORT_CELL_BYTES_MAX)
    throw new Error(`${title}: ${rows.length} rows, ${widest} columns, a cell of ${largest} bytes`)
}

/**
 * Changes one letter or digit of one row, this many times, and checks that every other row is read as before, or that
 * the file is refused.
 */
export async function readLocalMutations(count: number, seed: number) {
  const random = seededRandom(seed)
  const targets = (await Promise.all(corpusFiles().map(rowTargets))).filter((target) => target !== undefined)
  const ends = { read: 0, refused: 0 }
  for (let i = 0; i < count; i++) {
    const target = targets[i % targets.length] as RowTarget
    const { rowIndex, content } = target.mutate(random)
    const rows = await rowsIn(content, target.kind)
    ends[rows ? 'read' : 'refused']++
    if (rows)
      expect(others(rows, rowIndex), `${target.name}, row ${rowIndex}, mutation ${i} of seed ${seed}`).toEqual(
        others(target.rows, rowIndex),
      )
  }
  return ends
}

/**
 * Changes one letter or digit of one row of an export, this many times, and checks that the other rows give the same
 * people and numbers, or that whatever differs has a warning or a reason.
 */
export async function readLayoutMutations(count: number, seed: number) {
  const random = seededRandom(seed)
  const layouts = corpusFiles('layouts').filter(({ kind }) => kind === 'csv')
  const targets = (await Promise.all(layouts.map(rowTargets))).filter((target) => target !== undefined)
  const ends = { same: 0, warned: 0 }
  for (let i = 0; i < count; i++) {
    const target = targets[i % targets.length] as RowTarget
    const { rowIndex, content } = target.mutate(random, 2)
    const before = await peopleIn(target.content, rowIndex)
    const after = await peopleIn(content, rowIndex)
    const lost = before.filter(({ person }) => !after.some((one) => one.person === person))
    const unexpected = after.filter(({ person, isQuiet }) => isQuiet && !before.some((one) => one.person === person))
    const title = `${target.name}, row ${rowIndex}, mutation ${i} of seed ${seed}`
    expect(unexpected, title).toEqual([])
    ends[lost.length === 0 ? 'same' : 'warned']++
  }
  return ends
}

async function peopleIn(content: Buffer, exceptRow: number) {
  const { rows } = await readContacts(content, 'csv')
  return contactsIn(rows.filter(({ rowIndex }) => rowIndex !== exceptRow)).map(({ e164, name, warnings }) => ({
    person: `${e164} ${name}`,
    isQuiet: warnings.length === 0,
  }))
}

interface RowTarget {
  name: string
  kind: CorpusKind
  content: Buffer
  rows: readonly TableRow[]
  /** Changes a row; the first that may be changed is 1. */
  mutate(random: SeededRandom, firstRow?: number): { rowIndex: number; content: Buffer }
}

const others = (rows: readonly TableRow[], rowIndex: number) => rows.filter((row) => row.rowIndex !== rowIndex)

async function rowsIn(content: Buffer, kind: CorpusKind): Promise<TableRow[] | undefined> {
  const rows: TableRow[] = []
  try {
    for await (const batch of readRows(content, kind)) rows.push(...batch)
    return rows
  } catch (error) {
    if (error instanceof TableUnreadable) return undefined
    throw error
  }
}

/** Text files whose rows are lines, and workbooks without merged cells, which repeat their value in other rows. */
async function rowTargets({ name, kind, content }: CorpusFile<unknown>): Promise<RowTarget | undefined> {
  const rows = await rowsIn(content, kind)
  if (!rows) return undefined
  if (kind === 'csv') return lineTarget(name, content, rows)
  return kind === 'xlsx' ? workbookTarget(name, content, rows) : undefined
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** One character is one byte in Latin-1, also for files in UTF-8, of which only ASCII letters are changed. */
function lineTarget(name: string, content: Buffer, rows: TableRow[]): RowTarget | undefined {
  const encoding = content.subarray(0, 2).toString('hex') === 'fffe' ? 'utf16le' : 'latin1'
  const lines = content.toString(encoding).split(/(?<=\n)/)
  // A row with a line break inside a cell is several lines.
  if (lines.length !== rows.at(-1)?.rowIndex) return undefined
  return {
    name,
    kind: 'csv',
    content,
    rows,
    mutate(random, firstRow = 1) {
      const line = firstRow - 1 + random.below(lines.length - firstRow + 1)
      const text = withOtherLetter(lines[line] ?? '', random)
      return { rowIndex: line + 1, content: Buffer.from(lines.with(line, text).join(''), encoding) }
    },
  }
}

async function workbookTarget(name: string, content: Buffer, rows: TableRow[]): Promise<RowTarget | undefined> {
  const parts = await unzip(content)
  const isSheet = (part: { name: string }) => /worksheets\/sheet\d+\.xml$/.test(part.name)
  const sheets = parts?.filter(isSheet).map((part) => String(part.content)) ?? []
  if (!parts || sheets.some((xml) => xml.includes('<mergeCell '))) return undefined
  return {
    name,
    kind: 'xlsx',
    content,
    rows,
    mutate(random) {
      const sheet = random.pick(parts.filter(isSheet))
      const xml = String(sheet.content)
      const found = [...xml.matchAll(/<row\b[^>]*\br="(\d+)"[^>]*>.*?<\/row>/gs)]
      const row = found[random.below(Math.max(1, found.length))]
      if (!row) return { rowIndex: 0, content }
      const changed = xml.slice(0, row.index) + withOtherLetter(row[0], random) + xml.slice(row.index + row[0].length)
      return {
        rowIndex: Number(row[1]),
        content: zip(parts.map((part) => (part === sheet ? { ...part, content: changed } : part))),
      }
    },
  }
}

function withOtherLetter(text: string, random: SeededRandom): string {
  const places = [...text.matchAll(/[a-zA-Z0-9]/g)].map(({ index }) => index)
  const at = places[random.below(Math.max(1, places.length))]
  return at === undefined ? text : text.slice(0, at) + random.pick([...LETTERS]) + text.slice(at + 1)
}

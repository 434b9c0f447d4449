import { expect } from 'vitest'
import type { TableRow } from '../../../src/adapters/table-reader/table-row.ts'
import { IMPORT_CELL_BYTES_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '../../../src/domain/limits.ts'
import { TableUnreadable } from '../../../src/ports/table-reader.ts'
import { scan } from '../imports/scanned.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { type CorpusFile, type CorpusKind, corpusFiles, readTable } from './corpus.ts'
import { mutationsOf } from './file-mutations.ts'
import { type RowTarget, rowsIn, rowTarget } from './row-targets.ts'
import { contactsIn, readContacts } from './table-contacts.ts'

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
  const targets = (await Promise.all(corpusFiles().map(rowTarget))).filter((target) => target !== undefined)
  const ends = { read: 0, refused: 0, kinds: new Set(targets.map(({ kind }) => kind)) }
  for (let i = 0; i < count; i++) {
    const target = targets[i % targets.length] as RowTarget
    const { rowIndex, content } = target.mutate(random)
    const rows = await rowsIn(content, target.kind)
    ends[rows ? 'read' : 'refused']++
    if (rows)
      expect(
        others(rows, rowIndex, target.kind),
        `${target.name}, row ${rowIndex}, mutation ${i} of seed ${seed}`,
      ).toEqual(others(target.rows, rowIndex, target.kind))
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
  const targets = (await Promise.all(layouts.map(rowTarget))).filter((target) => target !== undefined)
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

/** All rows but one. The columns of cards are those that some card has, so their cells are compared by column. */
function others(rows: readonly TableRow[], rowIndex: number, kind: CorpusKind) {
  const rest = rows.filter((row) => row.rowIndex !== rowIndex)
  if (kind !== 'vcf') return rest
  const columns = rows[0]?.cells ?? []
  return rest.slice(1).map((row) => ({
    rowIndex: row.rowIndex,
    cells: Object.fromEntries(row.cells.map((cell, i) => [columns[i], cell]).filter(([, cell]) => cell !== '')),
  }))
}

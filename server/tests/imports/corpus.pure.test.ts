import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readCsv } from '../../src/adapters/table-reader/csv/read-csv.ts'
import { assertNotCompoundFile, fileKindOf } from '../../src/features/imports/upload/file-kind.ts'
import { TableUnreadable } from '../../src/ports/table-reader.ts'
import { scan } from '../support/imports/scanned.ts'
import { type CorpusFile, corpusContent, corpusFiles, readTable } from '../support/tables/corpus.ts'

/** What must be read in a file, or where and why it is refused. See corpus/save.mjs. */
interface Truth {
  about: string
  headerRow?: number
  columns?: string[]
  rows?: (number | string)[][]
  /** For files without a known header. */
  records?: string[][]
  upload?: string
  threat?: string
  unreadable?: string
}

const files = corpusFiles<Truth>().filter(({ name }) => !name.startsWith('layouts/'))
const titled = (some: CorpusFile<Truth>[]) => some.map((file) => ({ ...file, about: file.truth.about }))
const refused = ({ truth }: CorpusFile<Truth>) => Boolean(truth.upload ?? truth.threat ?? truth.unreadable)

describe('a file that another program wrote is accepted, clean and read as it is shown there', () => {
  test.each(titled(files.filter((file) => !refused(file))))('$name: $about', async ({ name, content, kind, truth }) => {
    expect(fileKindOf(name, 'application/octet-stream', content)).toBe(kind)
    expect(await scan(content)).toEqual({ clean: true })
    if (truth.records) return expect(recordsOf(content)).toEqual(truth.records)
    const { headerRow, columns, rows } = await readTable(content, kind)
    expect({ headerRow, columns, rows: rows.map((cells) => cells.map(shown)) }).toEqual({
      headerRow: truth.headerRow,
      columns: truth.columns,
      rows: truth.rows,
    })
  })
})

describe('a file that is not read is refused with its reason', () => {
  test.each(titled(files.filter(refused)))('$name: $about', async ({ name, content, kind, truth }) => {
    if (truth.upload) await expect(acceptUpload(name, content)).rejects.toThrow(truth.upload)
    else expect(await acceptUpload(name, content)).toBe(kind)
    if (truth.threat) expect(await scan(content)).toEqual({ clean: false, threat: truth.threat })
    else if (!truth.upload) expect(await scan(content)).toEqual({ clean: true })
    if (truth.unreadable) {
      const reading = readTable(content, kind)
      await expect(reading).rejects.toThrow(TableUnreadable)
      await expect(reading).rejects.toThrow(truth.unreadable)
    }
  })
})

describe('a text of the collection of Papa Parse is read as there', () => {
  const texts = String(corpusContent('papaparse/cases.txt')).split('\n')
  const truth = JSON.parse(String(corpusContent('papaparse/cases.txt.json'))) as {
    texts: { about: string; records: string[][] }[]
  }
  test.each(
    truth.texts.map(({ about, records }, i) => ({ about, records, text: JSON.parse(texts[i] ?? '') as string })),
  )('$about', ({ text, records }) => {
    expect(recordsOf(Buffer.from(text))).toEqual(records)
  })
})

/** As at an upload, before the file is stored. */
async function acceptUpload(name: string, content: Buffer) {
  await assertNotCompoundFile(name, content, Readable.from([content]))
  return fileKindOf(name, 'application/octet-stream', content)
}

/** A cell of which nothing is known, such as a formula without a result, may be marked by what is no character. */
const shown = (cell: string | number) =>
  typeof cell === 'string' ? cell.replace(/\p{Noncharacter_Code_Point}/gu, '') : cell

const recordsOf = (content: Buffer) => [...readCsv(content)].flat().map(({ cells }) => cells)

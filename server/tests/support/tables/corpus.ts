import { readdirSync, readFileSync } from 'node:fs'
import { extname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCsv } from '../../../src/adapters/table-reader/csv/read-csv.ts'
import { readSpreadsheet } from '../../../src/adapters/table-reader/ods/read-spreadsheet.ts'
import { tableParts } from '../../../src/adapters/table-reader/table-builder.ts'
import type { TableRow } from '../../../src/adapters/table-reader/table-row.ts'
import { readVcards } from '../../../src/adapters/table-reader/vcard/read-vcards.ts'
import { readWorkbook } from '../../../src/adapters/table-reader/xlsx/workbook.ts'
import { readNumber } from '../../../src/domain/contacts/phone/read-number.ts'
import { wholeTable } from './table-parts.ts'

/** The files that other programs wrote, each with its truth beside it; docs/test-files.md describes them. */
const FOLDER = fileURLToPath(new URL('../../fixtures/corpus/', import.meta.url))

export type CorpusKind = 'csv' | 'ods' | 'vcf' | 'xlsx'

export interface CorpusFile<Truth> {
  name: string
  kind: CorpusKind
  content: Buffer
  truth: Truth
}

/** The files under a folder of the corpus, or all of them. */
export function corpusFiles<Truth>(folder = ''): CorpusFile<Truth>[] {
  return readdirSync(resolve(FOLDER, folder), { recursive: true, withFileTypes: true })
    .map((entry) => resolve(entry.parentPath, entry.name))
    .filter((path) => KINDS.includes(extname(path)))
    .sort()
    .map((path) => ({
      name: relative(FOLDER, path),
      kind: extname(path).slice(1) as CorpusKind,
      content: readFileSync(path),
      truth: JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Truth,
    }))
}

const KINDS = ['.csv', '.ods', '.vcf', '.xlsx']

export const corpusContent = (name: string) => readFileSync(resolve(FOLDER, name))

export function readRows(content: Buffer, kind: CorpusKind): Iterable<TableRow[]> | AsyncIterable<TableRow[]> {
  if (kind === 'csv') return readCsv(content)
  if (kind === 'vcf') return readVcards(content)
  return kind === 'ods' ? readSpreadsheet(content) : readWorkbook(content)
}

export const isIndianNumber = (text: string) => readNumber(text, { vendor: 'IN', majority: null }).kind === 'number'

/** The table as a vendor in India uploads it. */
export const readTable = (content: Buffer, kind: CorpusKind) =>
  wholeTable(tableParts(readRows(content, kind), isIndianNumber))

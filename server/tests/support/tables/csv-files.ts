import fc from 'fast-check'
import { hasKnownWord, headerWords } from '../../../src/domain/imports/mapping/header-words.ts'

/** A table and one of the files that can represent it. */
interface CsvFile {
  header: string[]
  /** As `[rowIndex, cell, …]`, without empty cells at the end. */
  rows: (string | number)[][]
  bytes: Buffer
}

const DELIMITERS = [',', ';', '\t', '|']
const LINE_ENDS = ['\n', '\r\n', '\r']

const ENCODERS: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le with mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be with mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': (text) => Buffer.from(text.replace(/[^\0-\xff]/g, '?'), 'latin1'),
}
/** Characters that single-byte encodings can represent. */
const WESTERN = [
  'René',
  'Müller',
  'João',
  'Søren Kjær',
  'Zoë',
  'Peña',
  'plain',
  '"quoted"',
  'a, b',
  'c; d',
  'two\nlines',
  '',
]

const anyCell = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', ' ', 'x', '\u202e', 'é'),
      maxLength: 8,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '+919876543210', '९८७६५४३२१०', '１２３', "'=1+1", '\u200b', '👩‍👩‍👧') },
)
/** A cell with a word of a header would make its row the header. */
const isHeading = (cell: string) => hasKnownWord(headerWords(cell))

const cellOf = (encoding: string) =>
  encoding === 'windows-1252'
    ? fc.constantFrom(...WESTERN)
    : anyCell.map((cell) => cell.replaceAll('\0', '').normalize('NFC')).filter((cell) => !isHeading(cell))

export const csvFile: fc.Arbitrary<CsvFile> = fc
  .record({
    encoding: fc.constantFrom(...Object.keys(ENCODERS)),
    delimiter: fc.constantFrom(...DELIMITERS),
    lineEnds: fc.array(fc.constantFrom(...LINE_ENDS), { minLength: 1, maxLength: 5 }),
    quotesAll: fc.boolean(),
    endsWithLineEnd: fc.boolean(),
    width: fc.integer({ min: 1, max: 6 }),
  })
  .chain((form) =>
    fc
      .array(fc.array(cellOf(form.encoding), { minLength: form.width - 1, maxLength: form.width - 1 }), {
        minLength: 1,
        maxLength: 30,
      })
      .map((rows) => write({ ...form, rows })),
  )

interface Form {
  encoding: string
  delimiter: string
  lineEnds: string[]
  quotesAll: boolean
  endsWithLineEnd: boolean
  width: number
  rows: string[][]
}

/** Every fourth row is blank. The first cell of all other rows has a text, so that they are not. */
function write({ encoding, delimiter, lineEnds, quotesAll, endsWithLineEnd, width, rows }: Form): CsvFile {
  const header = Array.from({ length: width }, (_, i) => `field ${i + 1}`)
  const records = [header, ...rows.flatMap((cells, i) => [[`id ${i}`, ...cells], ...(i % 4 === 3 ? [[' ']] : [])])]
  const lines = records.map((cells) => cells.map((cell) => quote(cell, quotesAll)).join(delimiter))
  const text = lines.map((line, i) => line + (lineEnds[i % lineEnds.length] ?? '\n')).join('')
  const encode = ENCODERS[encoding]
  if (!encode) throw new Error(`no encoder for ${encoding}`)
  return {
    header,
    rows: records.map((cells, i) => [i + 1, ...withoutEmptyEnd(cells)]).filter((row, i) => i > 0 && row[1] !== ' '),
    bytes: encode(endsWithLineEnd ? text : text.replace(/[\r\n]+$/, '')),
  }
}

const quote = (cell: string, always: boolean) =>
  always || /[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

function withoutEmptyEnd(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

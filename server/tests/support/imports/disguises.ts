import { gzipSync } from 'node:zlib'
import { seededRandom } from '../random/seeded-random.ts'
import { workbook } from '../tables/workbook.ts'
import { zip } from '../tables/zip.ts'

interface Disguise {
  what: string
  fileName: string
  type: string
  content: Buffer
}

const CSV = 'text/csv'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const TEXT = Buffer.from('Name,Phone\nAsha,+919876543210\n')
const BOOK = workbook()

const random = (() => {
  const draw = seededRandom(7)
  return Buffer.from(Array.from({ length: 2048 }, () => draw.below(256)))
})()
const starting = (bytes: string) => Buffer.concat([Buffer.from(bytes, 'latin1'), random])

const MAGIC: readonly (readonly [string, Buffer])[] = [
  ['a Windows program', starting('MZ\x90\0\x03\0\0\0')],
  ['a Linux program', starting('\x7fELF\x02\x01\x01\0')],
  ['a Mac program', starting('\xcf\xfa\xed\xfe\x07\0\0\x01')],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['an old workbook', starting('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['a gzip file', gzipSync(TEXT)],
  ['a RAR archive', starting('Rar!\x1a\x07\x01\0')],
  ['a 7z archive', starting('7z\xbc\xaf\x27\x1c\0\x04')],
  ['a PNG picture', starting('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['a JPEG picture', starting('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['an SQLite database', starting('SQLite format 3\0')],
  ['a Java class', starting('\xca\xfe\xba\xbe\0\0\0\x3d')],
  ['random bytes', random],
  ['nothing but NULs', Buffer.alloc(512)],
  ['an empty zip', zip([])],
  ['a zip that is no workbook', zip([{ name: 'readme.txt', content: 'hello' }])],
  ['a text document', zip([{ name: 'word/document.xml', content: '<x/>' }])],
  [
    'an OpenDocument sheet',
    zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true }]),
  ],
  ['a Java archive', zip([{ name: 'META-INF/MANIFEST.MF', content: 'Manifest-Version: 1.0' }])],
]

const NAMES = ['a.xlsm', 'a.xls', 'a.xlsb', 'a.ods', 'a.txt', 'a.tsv', 'a.exe', 'a.csv.exe', 'a', '', 'csv', 'a.csv ']
/** All content types that a browser or client may declare, so that only the content is wrong. */
const RIGHT_TYPES: readonly (readonly [string, string])[] = [
  ['a.csv', CSV],
  ['a.csv', 'text/plain'],
  ['A.CSV', 'application/vnd.ms-excel'],
  ['a.csv', 'application/octet-stream'],
  ['a.xlsx', XLSX],
  ['A.XLSX', 'application/zip'],
  ['a.xlsx', 'application/octet-stream'],
]
const WRONG_TYPES: readonly (readonly [string, string])[] = [
  ['a.csv', XLSX],
  ['a.csv', 'application/zip'],
  ['a.csv', 'application/pdf'],
  ['a.csv', 'application/x-msdownload'],
  ['a.csv', 'text/html'],
  ['a.csv', 'image/png'],
  ['a.xlsx', CSV],
  ['a.xlsx', 'text/plain'],
  ['a.xlsx', 'application/vnd.ms-excel'],
  ['a.xlsx', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
  ['a.xlsx', 'application/pdf'],
]

/** Files whose name, declared type and first bytes contradict each other. */
export const disguises: readonly Disguise[] = [
  ...MAGIC.flatMap(([what, content]) =>
    RIGHT_TYPES.map(([fileName, type]) => ({ what: `${what} as ${fileName}, ${type}`, fileName, type, content })),
  ),
  { what: 'a workbook as .csv', fileName: 'a.csv', type: CSV, content: BOOK },
  { what: 'a text as .xlsx', fileName: 'a.xlsx', type: XLSX, content: TEXT },
  { what: 'a mark alone as .xlsx', fileName: 'a.xlsx', type: XLSX, content: Buffer.from('\ufeff') },
  { what: 'a workbook behind other bytes', fileName: 'a.xlsx', type: XLSX, content: Buffer.concat([TEXT, BOOK]) },
  { what: 'the first bytes of a zip', fileName: 'a.xlsx', type: XLSX, content: BOOK.subarray(0, 12) },
  ...NAMES.map((fileName) => ({
    what: `the name ${JSON.stringify(fileName)}`,
    fileName,
    type: /xls/.test(fileName) ? XLSX : CSV,
    content: /xls/.test(fileName) ? BOOK : TEXT,
  })),
  ...WRONG_TYPES.map(([fileName, type]) => ({
    what: `${fileName} declared as ${JSON.stringify(type)}`,
    fileName,
    type,
    content: fileName.endsWith('.csv') ? TEXT : BOOK,
  })),
]

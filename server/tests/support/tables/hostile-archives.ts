import { deflateRawSync } from 'node:zlib'
import type { SeededRandom } from '../random/seeded-random.ts'
import type { HostileKind } from './hostile-kind.ts'
import { asDigits, padding } from './padding.ts'
import { SHEET, sheet, workbook, workbookParts } from './workbook.ts'
import { sheetXml, writtenWorkbook } from './written-workbook.ts'
import { type Part, zip } from './zip.ts'

const MB = 1024 * 1024
const refused = (what: string, make: (random: SeededRandom) => Buffer): HostileKind => ({ what, isRefused: true, make })
const either = (what: string, make: (random: SeededRandom) => Buffer): HostileKind => ({ what, isRefused: false, make })

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join('')
/** The file from which damaged ones are made. */
export const honest = () =>
  writtenWorkbook(rows(200), { strings: '<si><t>a</t></si>', styles: '<cellXfs><xf/></cellXfs>' })
const lying = (random: SeededRandom, part: Partial<Part>) =>
  workbook([{ name: SHEET, content: sheetXml(rows(20 + random.below(500))), ...part }])
const otherFile = (start: string, random: SeededRandom) =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(512 + random.below(4096), random.below(256))])
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const many = (count: number): Part[] => Array.from({ length: count }, (_, i) => ({ name: `xl/${i}`, stored: true }))

/** Zip bombs, false directories, damaged, encrypted and disguised files. */
export const hostileArchives: readonly HostileKind[] = [
  refused('a sheet at a ratio past 200', (c) => workbook(sheet(Buffer.alloc((2 + c.below(7)) * MB, ' ')))),
  refused('a sheet of empty rows at a ratio past 200', (c) =>
    workbook(sheet(sheetXml('<row/>'.repeat((1 + c.below(4)) * 180_000)))),
  ),
  refused('shared strings at a ratio past 200', (c) =>
    writtenWorkbook('', { strings: '<si><t>a</t></si>'.repeat(200_000 + c.below(99_999)) }),
  ),
  refused('styles at a ratio past 200', (c) =>
    writtenWorkbook('', { styles: `<cellXfs>${'<xf/>'.repeat(300_000 + c.below(99_999))}</cellXfs>` }),
  ),
  refused('a run of text without end, below the ratio', (c) =>
    workbook(sheet(sheetXml(padding('      ', 200_000 + c.below(99_999), c, asDigits)))),
  ),
  refused('a directory that understates the sheet', (c) => lying(c, { directory: { bytes: c.below(500) } })),
  refused('a directory that overstates the sheet', (c) => lying(c, { directory: { bytes: 10 * MB + c.below(MB) } })),
  refused('a stored sheet with a false size', (c) =>
    lying(c, { stored: true, directory: { bytes: 5 + c.below(300) } }),
  ),
  refused('a stored sheet cut short', (c) =>
    lying(c, { stored: true, directory: { compressedBytes: 5 + c.below(300) } }),
  ),
  refused('a packed size past the end of the file', (c) =>
    lying(c, { directory: { compressedBytes: 9 * MB + c.below(MB) } }),
  ),
  refused('a packed size cut short', (c) => lying(c, { directory: { compressedBytes: 1 + c.below(40) } })),
  refused('a deflated sheet called stored', (c) => lying(c, { directory: { method: 0 } })),
  refused('a stored sheet called deflated', (c) => lying(c, { stored: true, directory: { method: 8 } })),
  refused('a method that nobody knows', (c) => lying(c, { directory: { method: 9 + c.below(90) } })),
  refused('an encrypted sheet', (c) => lying(c, { directory: { flags: 1 | (c.below(2) << 3) }, local: { flags: 1 } })),
  refused('bytes behind the deflated data', (c) => {
    const content = sheetXml(rows(9))
    return lying(c, { content, raw: Buffer.concat([deflateRawSync(content), Buffer.alloc(1 + c.below(99))]) })
  }),
  refused('a sheet that begins outside the file', (c) => lying(c, { offset: 2 ** 31 + c.below(2 ** 30) })),
  refused('a sheet that begins in the middle of another part', (c) => lying(c, { offset: 1 + c.below(60) })),
  refused('a sheet that is the content types', (c) => lying(c, { unwritten: true, offset: c.below(1) })),
  refused('two sheets of one name', () =>
    zip([...workbookParts(), { name: SHEET.toUpperCase(), content: sheetXml(rows(2)) }]),
  ),
  refused('more parts than anybody needs', (c) => workbook(many(10_001 + c.below(99)))),
  refused('a directory that promises more parts', (c) => zip(workbookParts(), { count: 6 + c.below(9999) })),
  either('a directory that leaves out its last parts', (c) =>
    zip(workbookParts(sheet(sheetXml(rows(3)))), { count: c.below(5) }),
  ),
  either('a sheet missing from the file', (c) => lying(c, { unwritten: true })),
  refused('a sheet missing from the directory', (c) => lying(c, { unlisted: true })),
  refused('a zip behind other content', (c) =>
    Buffer.concat([Buffer.from('GIF89a'.slice(0, 1 + c.below(6))), honest()]),
  ),
  refused('a truncated file', (c) => honest().subarray(0, -1 - c.below(honest().length - 1))),
  refused('only the start of a zip', (c) => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(c.below(99))])),
  refused('an empty zip', () => zip([])),
  refused('an empty file', () => Buffer.alloc(0)),
  refused('an encrypted workbook', (c) =>
    Buffer.concat([otherFile(OLE, c), Buffer.from('EncryptedPackage', 'utf16le')]),
  ),
  refused('an old workbook', (c) => Buffer.concat([otherFile(OLE, c), Buffer.from('Workbook', 'utf16le')])),
  refused('a binary workbook', (c) => zip([{ name: 'xl/workbook.bin', content: Buffer.alloc(c.below(99)) }])),
  refused('an OpenDocument file', () =>
    zip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      { name: 'content.xml', content: '<x/>' },
    ]),
  ),
  refused('a text document', () =>
    zip([
      { name: '_rels/.rels', content: '<Relationships/>' },
      { name: 'word/document.xml', content: '<x/>' },
    ]),
  ),
  refused('a program', (c) => otherFile('MZ', c)),
  refused('a PDF', (c) => otherFile('%PDF-1.7', c)),
  refused('a part missing that the workbook names', (c) => {
    const missing = c.pick([SHEET, 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'])
    return zip(workbookParts().filter((part) => part.name !== missing))
  }),
  either('a file with some bytes changed', (c) => {
    const file = honest()
    for (let i = 0; i <= c.below(20); i++) file[c.below(file.length)] = c.below(256)
    return file
  }),
  either('a file with a piece cut out', (c) => {
    const file = honest()
    const at = c.below(file.length)
    return Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + c.below(200))])
  }),
  either('a file with a piece moved', (c) => {
    const file = honest()
    const at = c.below(file.length)
    file.copy(file, c.below(file.length), at, at + c.below(300))
    return file
  }),
]

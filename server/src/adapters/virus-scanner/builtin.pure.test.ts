import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EICAR } from '../../../tests/support/eicar.ts'
import { relationships, workbook, workbookParts } from '../../../tests/support/workbook.ts'
import { type Part, zip } from '../../../tests/support/zip.ts'
import { builtinScanner } from './builtin.ts'
import { withStructureLimits } from './structure-limits.ts'

const MB = 1024 * 1024
const SHEET = 'xl/worksheets/sheet1.xml'
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)])
const xml = (body: string, declaration = '<?xml version="1.0"?>') => `${declaration}${body}`
const sheet = (content: string | Buffer): Part[] => [{ name: SHEET, content }]
const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
/** Inflates to ninety times its size: below the limit on the ratio. */
const fluffy = (bytes: number) => {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 1024) randomBytes(8).copy(content, at)
  return content
}

describe('archives that deceive are refused, also in front of another scanner', () => {
  const inner = (depth: number): Buffer =>
    depth === 0 ? workbook() : zip([{ name: 'inner.zip', content: inner(depth - 1) }])
  const flood = fluffy(16 * MB)
  const flooded = { content: flood, raw: deflateRawSync(flood) }

  test.each<[string, string, () => Buffer]>([
    ['an entry at a ratio past 200', 'zip bomb', () => workbook(sheet(Buffer.alloc(8 * MB)))],
    [
      'an entry at a ratio past 200 beside large honest ones',
      'zip bomb',
      () =>
        workbook([...sheet(Buffer.alloc(8 * MB)), { name: 'xl/media/a.png', content: randomBytes(MB), stored: true }]),
    ],
    [
      'many entries that together pass 600 MB',
      'zip bomb',
      () => zip(many(40, (i) => ({ name: `${i}.xml`, ...flooded }))),
    ],
    ['more entries than anybody needs', 'zip bomb', () => zip(many(10_001, (i) => ({ name: `${i}`, stored: true })))],
    [
      'a bomb in an archive in an archive',
      'zip bomb',
      () => zip([{ name: 'a.zip', stored: true, content: workbook(sheet(Buffer.alloc(8 * MB))) }]),
    ],
    ['archives nested too deep', 'zip bomb', () => inner(4)],
    [
      'a directory that understates what comes out',
      'archive with false sizes',
      () => workbook([{ name: SHEET, content: 'x'.repeat(5_000), directory: { bytes: 10 } }]),
    ],
    [
      'a directory that overstates what comes out',
      'archive with false sizes',
      () => workbook([{ name: SHEET, content: 'x', directory: { bytes: 10 }, local: { bytes: 10 } }]),
    ],
    [
      'both headers understating what comes out',
      'archive with false sizes',
      () => workbook([{ name: SHEET, content: 'x'.repeat(5_000), directory: { bytes: 10 }, local: { bytes: 10 } }]),
    ],
    [
      'a stored entry with a false size',
      'archive with false sizes',
      () =>
        workbook([
          { name: SHEET, content: 'x'.repeat(99), stored: true, directory: { bytes: 5 }, local: { bytes: 5 } },
        ]),
    ],
    [
      'headers that disagree on the stored size',
      'archive with false sizes',
      () => workbook([{ name: SHEET, content: 'abc', local: { compressedBytes: 1 } }]),
    ],
    [
      'bytes hidden behind the deflated data',
      'archive with false sizes',
      () =>
        workbook([{ name: SHEET, content: 'abc', raw: Buffer.concat([deflateRawSync('abc'), Buffer.from('hidden')]) }]),
    ],
    [
      'an entry with two names',
      'archive with a false directory',
      () => workbook([{ name: SHEET, content: 'x', local: { name: 'xl/worksheets/sheet2.xml' } }]),
    ],
    [
      'headers that disagree on the method',
      'archive with a false directory',
      () => workbook([{ name: SHEET, content: 'x', local: { method: 0 } }]),
    ],
    [
      'headers that disagree on encryption',
      'archive with a false directory',
      () => workbook([{ name: SHEET, content: 'x', directory: { flags: 1 } }]),
    ],
    [
      'an entry missing from the directory',
      'archive with a false directory',
      () => zip([...workbookParts(), { name: 'hidden.bin', content: 'x', unlisted: true }]),
    ],
    [
      'a directory that ends later than it says',
      'archive with a false directory',
      () => zip([...workbookParts(), { name: 'other.xml', unwritten: true, offset: 0 }], { count: 4 }),
    ],
    [
      'a directory that leaves out its last entries',
      'archive with a false directory',
      () => zip(workbookParts(), { count: 2 }),
    ],
    [
      'entries that share their bytes',
      'archive with overlapping entries',
      () => {
        const inner = { name: 'inner', content: 'x' }
        const outer = { name: 'outer', stored: true, content: zip([inner]).subarray(0, 38) }
        return zip([outer, { ...inner, offset: 35 }])
      },
    ],
    [
      'two entries of one name',
      'archive with duplicate names',
      () => zip([...workbookParts(), { name: SHEET.toUpperCase(), content: 'x' }]),
    ],
    [
      'a name that climbs out',
      'archive with unsafe names',
      () => workbook([{ name: '../../etc/cron.d/x', content: 'x' }]),
    ],
    [
      'a name that climbs out by backslashes',
      'archive with unsafe names',
      () => workbook([{ name: '..\\..\\x', content: 'x' }]),
    ],
    ['an absolute name', 'archive with unsafe names', () => workbook([{ name: '/etc/passwd', content: 'x' }])],
    ['a name with a drive', 'archive with unsafe names', () => workbook([{ name: 'C:/x', content: 'x' }])],
    ['a name with a NUL', 'archive with unsafe names', () => workbook([{ name: 'xl/a\0.xml', content: 'x' }])],
    [
      'a symbolic link',
      'archive with unsafe names',
      () => workbook([{ name: 'xl/link', content: '/etc/passwd', unixMode: 0o120777 }]),
    ],
    [
      'an entry that nobody can inflate',
      'archive that cannot be inspected',
      () => workbook([{ name: SHEET, content: 'x', directory: { method: 12 }, local: { method: 12 } }]),
    ],
    [
      'a zip behind a picture',
      'archive hidden behind other content',
      () => Buffer.concat([Buffer.from('GIF89a'), workbook()]),
    ],
    [
      'a zip behind a list',
      'archive hidden behind other content',
      () => zip(workbookParts(), { prefix: Buffer.from('Name,Phone\n'), comment: 'with a comment' }),
    ],
    [
      'a document type in a sheet',
      'XML document type declaration',
      () => workbook(sheet(xml('<!DOCTYPE x><worksheet/>'))),
    ],
    [
      'a document type without a declaration before it',
      'XML document type declaration',
      () => workbook(sheet('\n  <!DOCTYPE x><worksheet/>')),
    ],
    [
      'a document type behind a comment of a megabyte',
      'XML document type declaration',
      () => workbook(sheet(xml(`<!--${randomBytes(MB).toString('hex')}--><!DOCTYPE x><worksheet/>`))),
    ],
    [
      'a document type cut by the border of two chunks',
      'XML document type declaration',
      () =>
        workbook(
          sheet(
            xml(
              `<!--${randomBytes(32_768)
                .toString('hex')
                .slice(0, 65_536 - 32)}--><!DOCTYPE x><worksheet/>`,
            ),
          ),
        ),
    ],
    [
      'entities',
      'XML document type declaration',
      () => workbook(sheet(xml('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>'))),
    ],
    [
      'a document type in UTF-16, low byte first',
      'XML document type declaration',
      () => workbook(sheet(Buffer.from('\ufeff<!DOCTYPE x><worksheet/>', 'utf16le'))),
    ],
    [
      'a document type in UTF-16, high byte first',
      'XML document type declaration',
      () => workbook(sheet(utf16be('<!DOCTYPE x><worksheet/>'))),
    ],
    [
      'a document type in the relationships',
      'XML document type declaration',
      () => workbook([{ name: 'xl/_rels/workbook.xml.rels', content: '<!DOCTYPE x><Relationships/>' }]),
    ],
    [
      'a document type in a part that does not call itself XML',
      'XML document type declaration',
      () => workbook([{ name: 'xl/sheet.bin', content: xml('<!DOCTYPE x><worksheet/>') }]),
    ],
    [
      'XML in UTF-7',
      'XML in an unusual encoding',
      () => workbook(sheet(xml('<worksheet/>', '<?xml version="1.0" encoding="UTF-7"?>'))),
    ],
    ['XML in EBCDIC', 'XML in an unusual encoding', () => workbook(sheet(Buffer.from('4c6fa79493', 'hex')))],
    ['XML in UTF-32', 'XML in an unusual encoding', () => workbook(sheet(Buffer.from('0000003c0000003f', 'hex')))],
  ])('%s: %s', async (_what, threat, make) => {
    const file = make()
    expect(await scan(file)).toEqual({ clean: false, threat })
    const structure = withStructureLimits({ scan: async () => ({ clean: true }), check: async () => {} })
    expect(await structure.scan(chunked(file))).toEqual({ clean: false, threat })
  })
})

describe('content that has no business in a contact list is refused', () => {
  const types = (type: string): Part => ({
    name: '[Content_Types].xml',
    content: `<Types><Override ContentType="${type}"/></Types>`,
  })
  const linked = (type: string, mode: string) =>
    workbook([
      {
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        content: relationships({ id: 'r1', type, target: 'http://evil.example/x', mode }),
      },
    ])

  test.each<[string, string, () => Buffer]>([
    ['EICAR in the middle of a list', 'EICAR test file', () => Buffer.from(`Name,Note\nAsha,${EICAR}\n`)],
    [
      'EICAR in a list in UTF-16, low byte first',
      'EICAR test file',
      () => Buffer.from(`\ufeffName\n${EICAR}\n`, 'utf16le'),
    ],
    ['EICAR in a list in UTF-16, high byte first', 'EICAR test file', () => utf16be(`Name\n${EICAR}\n`)],
    ['EICAR in a cell', 'EICAR test file', () => workbook(sheet(`<worksheet><t>${EICAR}</t></worksheet>`))],
    [
      'EICAR in the document properties',
      'EICAR test file',
      () => workbook([{ name: 'docProps/core.xml', content: `<x>${EICAR}</x>` }]),
    ],
    [
      'EICAR in an archive in a workbook',
      'EICAR test file',
      () => workbook([{ name: 'xl/embeddings/a.xlsx', content: workbook(sheet(EICAR)) }]),
    ],
    ['EICAR in the comment of an archive', 'EICAR test file', () => zip(workbookParts(), { comment: EICAR })],
    ['a Windows program', 'executable program', () => PROGRAM],
    ['a Linux program', 'executable program', () => Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
    ['a macOS program', 'executable program', () => Buffer.from('cffaedfe07000001', 'hex')],
    ['a Windows shortcut', 'executable program', () => Buffer.from('4c000000011402000000', 'hex')],
    ['a script', 'script', () => Buffer.from('#!/bin/sh\nrm -rf /\n')],
    [
      'a program in a workbook',
      'executable program',
      () => workbook([{ name: 'xl/embeddings/picture.png', content: PROGRAM }]),
    ],
    ['a program by its name', 'executable program', () => workbook([{ name: 'xl/media/photo.PNG.exe', content: 'x' }])],
    ['a script in a workbook', 'script', () => workbook([{ name: 'xl/media/readme', content: '#!/bin/sh' }])],
    ['an old binary or an encrypted workbook', 'OLE compound file', () => Buffer.concat([OLE, Buffer.alloc(512)])],
    [
      'an object in a workbook',
      'embedded object',
      () => workbook([{ name: 'xl/embeddings/oleObject1.bin', content: OLE }]),
    ],
    [
      'a control in a workbook',
      'embedded object',
      () => workbook([{ name: 'xl/activeX/activeX1.xml', content: '<ax/>' }]),
    ],
    ['a macro project', 'macro', () => workbook([{ name: 'xl/vbaProject.bin', content: 'x' }])],
    ['a macro project in other letters', 'macro', () => workbook([{ name: 'xl/VBAPROJECT.BIN', content: 'x' }])],
    ['a macro sheet of old', 'macro', () => workbook([{ name: 'xl/macrosheets/sheet1.xml', content: '<x/>' }])],
    [
      'a macro-enabled content type',
      'macro',
      () => workbook([types('application/vnd.ms-excel.sheet.macroEnabled.main+xml')]),
    ],
    [
      'a macro-enabled content type, spelled oddly',
      'macro',
      () => workbook([types('application/vnd.ms-excel.sheet.macro&#x45;nabled.main+xml')]),
    ],
    ['a renamed macro project', 'macro', () => workbook([types('application/vnd.ms-office.vbaProject')])],
    [
      'a link to another workbook',
      'external link',
      () => workbook([{ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }]),
    ],
    ['a picture from elsewhere', 'external link', () => linked('image', 'External')],
    ['a template from elsewhere, spelled oddly', 'external link', () => linked('attachedTemplate', '&#69;xternal')],
    [
      'relationships in UTF-16',
      'external link',
      () =>
        workbook([
          {
            name: 'xl/_rels/a.rels',
            content: Buffer.from(
              `\ufeff${relationships({ id: 'r', type: 'image', target: 'http://evil.example', mode: 'External' })}`,
              'utf16le',
            ),
          },
        ]),
    ],
    [
      'relationships with a prefix and other quotes',
      'external link',
      () =>
        workbook([
          {
            name: 'xl/_rels/a.rels',
            content: `<p:Relationships><p:Relationship\nTargetMode = 'External' Target='a>b' Type='x/image'/></p:Relationships>`,
          },
        ]),
    ],
  ])('%s: %s', async (_what, threat, make) => {
    expect(await scan(make())).toEqual({ clean: false, threat })
  })

  test('EICAR is found wherever the borders between chunks fall', async () => {
    const file = Buffer.from(`${'x'.repeat(100)}${EICAR}${'y'.repeat(100)}`)
    for (let size = 1; size <= file.length; size++) expect(await scan(file, size)).toMatchObject({ clean: false })
  })
})

describe('honest files are clean', () => {
  const withMode = (type: string, mode?: string) =>
    workbook([
      {
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        content: relationships({ id: 'r1', type, target: 'mailto:asha@vendor.example', ...(mode ? { mode } : {}) }),
      },
    ])

  test.each<[string, () => Buffer]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['a list that begins with the letters MZ', () => Buffer.from('MZ,Name,Phone\n1,Asha,9812345678\n'.repeat(9))],
    ['a list that begins with the letters PK', () => Buffer.from('PK,Name\n1,Asha\n')],
    ['a list with HTML in a cell', () => Buffer.from('Note\n"<!DOCTYPE html><p>hi</p>"\n')],
    ['a list about EICAR', () => Buffer.from('Note\nEICAR-STANDARD-ANTIVIRUS-TEST-FILE\n')],
    ['a workbook', () => workbook()],
    ['an archive without entries', () => zip([])],
    ['a workbook with a comment behind it', () => zip(workbookParts(), { comment: 'made by hand' })],
    ['a workbook with hyperlinks', () => withMode('hyperlink', 'External')],
    ['a workbook with a drawing', () => withMode('drawing', 'Internal')],
    [
      'a workbook in a workbook',
      () => workbook([{ name: 'xl/embeddings/Microsoft_Excel_Sheet1.xlsx', content: workbook() }]),
    ],
    [
      'a workbook with an SVG picture',
      () => workbook([{ name: 'xl/media/image1.svg', content: '<!DOCTYPE svg><svg/>' }]),
    ],
    ['a workbook with HTML in a cell', () => workbook(sheet('<worksheet><t>&lt;!DOCTYPE html&gt;</t></worksheet>'))],
    ['a workbook in UTF-16', () => workbook(sheet(utf16be('<?xml version="1.0" encoding="UTF-16"?><worksheet/>')))],
    ['a small sheet of equal rows, at a ratio past 200', () => workbook(sheet('<row/>'.repeat(150_000)))],
    ['a large sheet at a ratio of 90', () => workbook(sheet(fluffy(40 * MB)))],
    [
      'a workbook written as a stream, with the sizes behind the data',
      () => zip(workbookParts().map((part) => ({ ...part, local: { flags: 8, compressedBytes: 0, bytes: 0 } }))),
    ],
  ])('%s', async (_what, make) => {
    expect(await scan(make())).toEqual({ clean: true })
  })
})

describe('damaged files are left to the parser, and nothing breaks the scanner', () => {
  test.each<[string, () => Buffer]>([
    ['a workbook that is cut off', () => workbook().subarray(0, -30)],
    ['a workbook with bytes behind it', () => Buffer.concat([workbook(), Buffer.from('tail')])],
    [
      'a workbook whose sheet is damaged',
      () => workbook([{ name: SHEET, content: 'abc', raw: Buffer.from('ffffffff', 'hex') }]),
    ],
    [
      'an encrypted entry',
      () => workbook([{ name: SHEET, content: 'abc', directory: { flags: 1 }, local: { flags: 1 } }]),
    ],
    ['a directory that says there are more entries', () => zip(workbookParts(), { count: 9 })],
  ])('%s has no verdict against it', async (_what, make) => {
    expect(await scan(make())).toEqual({ clean: true })
  })

  test('any bytes changed anywhere give a verdict, never an exception', async () => {
    const honest = workbook([{ name: 'inner.zip', content: workbook(), stored: true }])
    const change = fc.tuple(fc.nat(honest.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 }))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const file = Buffer.from(honest)
        for (const [at, bytes] of changes) file.set(bytes.subarray(0, file.length - at), at)
        expect(typeof (await scan(file)).clean).toBe('boolean')
      }),
      { numRuns: 500 },
    )
  })
})

const scan = (file: Buffer, size?: number) => builtinScanner().scan(chunked(file, size))

function chunked(file: Buffer, size = 65_536) {
  return async function* () {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
  }
}

const many = (count: number, make: (i: number) => Part): Part[] => Array.from({ length: count }, (_, i) => make(i))

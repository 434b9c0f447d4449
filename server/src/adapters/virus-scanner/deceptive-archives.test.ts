import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { from, scan } from '../../../tests/support/imports/scanned.ts'
import { paddedText, SHEET, sheet, utf16be, workbook, workbookParts } from '../../../tests/support/tables/workbook.ts'
import { type Part, zip } from '../../../tests/support/tables/zip.ts'
import { withStructureLimits } from './structure-limits.ts'

const MB = 1024 * 1024
const xml = (body: string, declaration = '<?xml version="1.0"?>') => `${declaration}${body}`
const many = (count: number, make: (i: number) => Part): Part[] => Array.from({ length: count }, (_, i) => make(i))

describe('deceptive archives are rejected, also before another scanner', () => {
  const inner = (depth: number): Buffer =>
    depth === 0 ? workbook() : zip([{ name: 'inner.zip', content: inner(depth - 1) }])
  const flood = paddedText(16 * MB)
  const flooded = { content: flood, raw: deflateRawSync(flood) }

  test.each<[string, string, () => Buffer]>([
    ['an entry at a ratio past 200', 'zip bomb', () => workbook(sheet(Buffer.alloc(8 * MB)))],
    [
      'an entry at a ratio past 200 beside large legitimate ones',
      'zip bomb',
      () =>
        workbook([...sheet(Buffer.alloc(8 * MB)), { name: 'xl/media/a.png', content: randomBytes(MB), stored: true }]),
    ],
    [
      'many entries that together pass 600 MB',
      'zip bomb',
      () => zip(many(40, (i) => ({ name: `${i}.xml`, ...flooded }))),
    ],
    ['too many entries', 'zip bomb', () => zip(many(10_001, (i) => ({ name: `${i}`, stored: true })))],
    [
      'a bomb in an archive in an archive',
      'zip bomb',
      () => zip([{ name: 'a.zip', stored: true, content: workbook(sheet(Buffer.alloc(8 * MB))) }]),
    ],
    ['archives nested too deep', 'zip bomb', () => inner(4)],
    [
      'a directory that understates the inflated size',
      'archive with incorrect sizes',
      () => workbook([{ name: SHEET, content: 'x'.repeat(5_000), directory: { bytes: 10 } }]),
    ],
    [
      'a directory that overstates the inflated size',
      'archive with incorrect sizes',
      () => workbook([{ name: SHEET, content: 'x', directory: { bytes: 10 }, local: { bytes: 10 } }]),
    ],
    [
      'both headers understating the inflated size',
      'archive with incorrect sizes',
      () => workbook([{ name: SHEET, content: 'x'.repeat(5_000), directory: { bytes: 10 }, local: { bytes: 10 } }]),
    ],
    [
      'a stored entry with a false size',
      'archive with incorrect sizes',
      () =>
        workbook([
          { name: SHEET, content: 'x'.repeat(99), stored: true, directory: { bytes: 5 }, local: { bytes: 5 } },
        ]),
    ],
    [
      'headers that disagree on the stored size',
      'archive with incorrect sizes',
      () => workbook([{ name: SHEET, content: 'abc', local: { compressedBytes: 1 } }]),
    ],
    [
      'bytes hidden after the deflated data',
      'archive with incorrect sizes',
      () =>
        workbook([{ name: SHEET, content: 'abc', raw: Buffer.concat([deflateRawSync('abc'), Buffer.from('hidden')]) }]),
    ],
    [
      'an entry with two names',
      'archive with an incorrect directory',
      () => workbook([{ name: SHEET, content: 'x', local: { name: 'xl/worksheets/sheet2.xml' } }]),
    ],
    [
      'headers that disagree on the method',
      'archive with an incorrect directory',
      () => workbook([{ name: SHEET, content: 'x', local: { method: 0 } }]),
    ],
    [
      'headers that disagree on encryption',
      'archive with an incorrect directory',
      () => workbook([{ name: SHEET, content: 'x', directory: { flags: 1 } }]),
    ],
    [
      'an entry missing from the directory',
      'archive with an incorrect directory',
      () => zip([...workbookParts(), { name: 'hidden.bin', content: 'x', unlisted: true }]),
    ],
    [
      'a directory that ends later than it says',
      'archive with an incorrect directory',
      () => zip([...workbookParts(), { name: 'other.xml', unwritten: true, offset: 0 }], { count: 4 }),
    ],
    [
      'a directory that leaves out its last entries',
      'archive with an incorrect directory',
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
      'a name that leaves the folder',
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
      'an entry with an unknown compression method',
      'archive that cannot be inspected',
      () => workbook([{ name: SHEET, content: 'x', directory: { method: 12 }, local: { method: 12 } }]),
    ],
    [
      'a zip after a picture',
      'archive hidden behind other content',
      () => Buffer.concat([Buffer.from('GIF89a'), workbook()]),
    ],
    [
      'a zip after a list',
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
      'a document type after a comment of a megabyte',
      'XML document type declaration',
      () => workbook(sheet(xml(`<!--${randomBytes(MB).toString('hex')}--><!DOCTYPE x><worksheet/>`))),
    ],
    [
      'a document type split across two chunks',
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
      'a document type in a part without an XML extension',
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
    expect(await structure.scan(from(file))).toEqual({ clean: false, threat })
  })
})

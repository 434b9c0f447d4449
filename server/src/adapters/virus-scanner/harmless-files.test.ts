import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scan } from '../../../tests/support/imports/scanned.ts'
import {
  paddedText,
  relationships,
  SHEET,
  sheet,
  utf16be,
  workbook,
  workbookParts,
} from '../../../tests/support/tables/workbook.ts'
import { zip } from '../../../tests/support/tables/zip.ts'

const MB = 1024 * 1024

describe('legitimate files are clean', () => {
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
      'a workbook that declares the type of macros, and has none',
      () =>
        workbook([
          {
            name: '[Content_Types].xml',
            content:
              '<Types><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>' +
              '<Default Extension="dat" ContentType="application/vnd.ms-office.vbaProject"/>' +
              '<Override PartName="/xl/a.dat" ContentType="application/octet-stream"/>' +
              '<Override PartName="/xl/gone.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
          },
          { name: 'xl/a.dat', content: 'x' },
        ]),
    ],
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
    ['a large sheet at a ratio of 90', () => workbook(sheet(paddedText(40 * MB)))],
    [
      'a workbook written as a stream, with the sizes behind the data',
      () => zip(workbookParts().map((part) => ({ ...part, local: { flags: 8, compressedBytes: 0, bytes: 0 } }))),
    ],
  ])('%s', async (_what, make) => {
    expect(await scan(make())).toEqual({ clean: true })
  })
})

describe('damaged files are left to the parser and do not break the scanner', () => {
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
  ])('%s is clean', async (_what, make) => {
    expect(await scan(make())).toEqual({ clean: true })
  })

  test('files with random changed bytes give a verdict, never an exception', async () => {
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

import { describe, expect, test } from 'vitest'
import { scan } from '../../../tests/support/imports/scanned.ts'
import { EICAR } from '../../../tests/support/tables/eicar.ts'
import { relationships, sheet, utf16be, workbook, workbookParts } from '../../../tests/support/tables/workbook.ts'
import { type Part, zip } from '../../../tests/support/tables/zip.ts'

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)])

const VBA = 'application/vnd.ms-office.vbaProject'
const typed = (tags: string, ...parts: string[]) =>
  workbook([
    { name: '[Content_Types].xml', content: `<Types>${tags}</Types>` },
    ...parts.map((name) => ({ name, content: 'x' })),
  ])
const related = (type: string, target: string, part: string) =>
  workbook([
    { name: 'xl/_rels/workbook.xml.rels', content: relationships({ id: 'r1', type, target }) },
    { name: part, content: '<x/>' },
  ])

const DISGUISED_MACROS: [string, string, () => Buffer][] = [
  [
    'a macro project by the type of its extension',
    () => typed(`<Default Extension="DAT" ContentType="${VBA}"/>`, 'xl/a.dat'),
  ],
  [
    'a macro project whose extension is excused by another part',
    () =>
      typed(
        `<Default Extension="dat" ContentType="${VBA}"/><Override PartName="/xl/b.dat" ContentType="text/plain"/>`,
        'xl/a.dat',
        'xl/b.dat',
      ),
  ],
  [
    'a macro project under a harmless name',
    () => typed(`<Override PartName="/XL/a.DAT" ContentType="${VBA}"/>`, 'xl/A.dat'),
  ],
  [
    'a macro project by an escaped name',
    () => typed(`<Override PartName="/xl/%61.dat" ContentType="${VBA}"/>`, 'xl/a.dat'),
  ],
  [
    'a macro project with a second type in quotes',
    () => typed(`<Override é=" ContentType='text/plain'" PartName="/xl/a.dat" ContentType="${VBA}"/>`, 'xl/a.dat'),
  ],
  [
    'a macro project with a second type after the tag',
    () => typed(`<Override PartName="/xl/a.dat" ContentType="${VBA}"/> ContentType="text/plain"`, 'xl/a.dat'),
  ],
  ['a macro project by its relationship', () => related('vbaProject', 'a.dat', 'xl/a.dat')],
  ['a macro project by an absolute relationship', () => related('vbaProject', '/xl/media/../a.dat', 'xl/a.dat')],
  [
    'a macro sheet by its relationship',
    () => related('xlMacrosheet', 'worksheets/sheet9.xml', 'xl/worksheets/sheet9.xml'),
  ],
].map(([what, make]) => [what as string, 'macro', make as () => Buffer])

describe('content that does not belong in a contact list is rejected', () => {
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
    ['a macro project in upper case', 'macro', () => workbook([{ name: 'xl/VBAPROJECT.BIN', content: 'x' }])],
    ['an old macro sheet', 'macro', () => workbook([{ name: 'xl/macrosheets/sheet1.xml', content: '<x/>' }])],
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
    ...DISGUISED_MACROS,
    [
      'a link to another workbook',
      'external link',
      () => workbook([{ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }]),
    ],
    ['an external picture', 'external link', () => linked('image', 'External')],
    ['an external template, spelled oddly', 'external link', () => linked('attachedTemplate', '&#69;xternal')],
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

  test('EICAR is found wherever the content is split into chunks', async () => {
    const file = Buffer.from(`${'x'.repeat(100)}${EICAR}${'y'.repeat(100)}`)
    for (let size = 1; size <= file.length; size++) expect(await scan(file, size)).toMatchObject({ clean: false })
  })
})

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { disguises } from '../../../../tests/support/imports/disguises.ts'
import { workbook, workbookParts } from '../../../../tests/support/tables/workbook.ts'
import { zip } from '../../../../tests/support/tables/zip.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertNotCompoundFile, fileKindOf, SNIFFED_BYTES } from './file-kind.ts'

const TEXT = Buffer.from('Name,Phone\nAsha,+919876543210\n')
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const outcome = (name: string, type: string, content: Buffer) => {
  try {
    return fileKindOf(name, type, content.subarray(0, SNIFFED_BYTES))
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe('a file whose name, declared type and content do not match is rejected', () => {
  test('in each of 150 disguises', () => {
    expect(disguises.length).toBeGreaterThanOrEqual(150)
  })

  test.each(disguises)('$what', ({ fileName, type, content }) => {
    expect(outcome(fileName, type, content)).toBe('UNSUPPORTED_FILE_TYPE')
  })
})

describe('a .vcf file', () => {
  const CARD = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Asha\r\nTEL:+919876543210\r\nEND:VCARD\r\n'

  test.each(['text/vcard', 'text/x-vcard', 'text/directory', 'text/vcard; charset=utf-8', 'application/octet-stream'])(
    'is accepted declared as %s',
    (type) => expect(outcome('Contacts.VCF', type, Buffer.from(CARD))).toBe('vcf'),
  )

  test.each<[string, Buffer]>([
    ['in UTF-16', Buffer.from(`\ufeff${CARD}`, 'utf16le')],
    ['in UTF-16 of the other order', Buffer.from(`\ufeff${CARD}`, 'utf16le').swap16()],
    ['with a mark and blank lines', Buffer.from(`\ufeff\r\n\r\n${CARD.toLowerCase()}`)],
  ])('is accepted %s', (_how, content) => expect(outcome('a.vcf', 'text/vcard', content)).toBe('vcf'))

  test.each<[string, string, Buffer]>([
    ['a table', 'text/vcard', TEXT],
    ['a workbook', 'text/vcard', Buffer.from('PK\x03\x04BEGIN:VCARD')],
    ['a program', 'text/vcard', Buffer.from(`MZ${CARD}`)],
    ['cards declared as a table', 'text/csv', Buffer.from(CARD)],
  ])('that is %s is rejected', (_what, type, content) =>
    expect(outcome('a.vcf', type, content)).toBe('UNSUPPORTED_FILE_TYPE'),
  )
})

describe('an .ods file', () => {
  const ODS = 'application/vnd.oasis.opendocument.spreadsheet'
  const beginningWith = (name: string) => zip([{ name, content: ODS, stored: true }])

  test.each(['mimetype', 'META-INF/manifest.xml', 'content.xml'])('is accepted when it begins with %s', (name) => {
    for (const type of [ODS, 'application/zip', 'application/octet-stream'])
      expect(outcome('a.ods', type, beginningWith(name))).toBe('ods')
  })

  test.each<[string, string, Buffer]>([
    ['a table', ODS, TEXT],
    ['a workbook', ODS, beginningWith('xl/workbook.xml')],
    ['declared as a table', 'text/csv', beginningWith('mimetype')],
  ])('that is %s is rejected', (_what, type, content) =>
    expect(outcome('a.ods', type, content)).toBe('UNSUPPORTED_FILE_TYPE'),
  )
})

describe('a .csv file is accepted', () => {
  test.each([
    'text/csv',
    'text/plain',
    'application/csv',
    'application/vnd.ms-excel',
    'application/octet-stream',
    'TEXT/CSV',
    'text/csv; charset=utf-8',
    'text/csv;header=present',
  ])('declared as %s', (type) => expect(outcome('contacts.csv', type, TEXT)).toBe('csv'))

  test.each(['CONTACTS.CSV', '.csv', 'a.b.csv', 'ग्राहक.csv', 'with space.Csv', '../../etc/passwd.csv'])(
    'named %s',
    (name) => expect(outcome(name, 'text/csv', TEXT)).toBe('csv'),
  )

  const text = 'Name;Phone\r\nJosé;+34 612 345 678\r\n'
  test.each<readonly [string, Buffer]>([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ...['Имя,Телефон', 'பெயர்,தொலைபேசி', 'ชื่อ,โทรศัพท์', 'الاسم,هاتف', 'Şükrü,Ğ'].map(
      (header) => [`${header} in UTF-16`, Buffer.from(`\ufeff${`${header}\n`.repeat(20)}`, 'utf16le')] as const,
    ),
    ['Tamil in UTF-16 without a mark', Buffer.from('பெயர்,தொலைபேசி\nஆஷா,+919876543210\n', 'utf16le')],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['tabs and form feeds', Buffer.from('a\tb\f\n1\t2\n')],
    ['a stray NUL', Buffer.from(`Name,Phone\nAsha\0,+919876543210\n${text.repeat(3)}`)],
    ['one letter', Buffer.from('a')],
    ['only a byte order mark, which the reader rejects', Buffer.from('\ufeff')],
    ['Devanagari letters', Buffer.from('नाम,फ़ोन\nआशा,९८७६५४३२१०\n')],
    ['more bytes than are inspected', Buffer.from('a,b\n'.repeat(5_000))],
  ])('with %s', (_what, content) => expect(outcome('contacts.csv', 'text/csv', content)).toBe('csv'))
})

describe('an .xlsx file is accepted', () => {
  test.each([XLSX, 'application/zip', 'application/octet-stream', XLSX.toUpperCase()])('declared as %s', (type) =>
    expect(outcome('contacts.XLSX', type, workbook())).toBe('xlsx'),
  )

  test.each([
    '_rels/.rels',
    'docProps/app.xml',
    'xl/workbook.xml',
    'customXml/item1.xml',
    '[Content_Types].xml',
    '[content_types].xml',
    'xl\\workbook.xml',
  ])('that begins with %s, as some programs write it', (name) => {
    const first = { name, content: '<a/>' }
    const parts = [first, ...workbookParts().filter((part) => part.name !== name)]
    expect(outcome('contacts.xlsx', XLSX, zip(parts))).toBe('xlsx')
  })
})

test('rejections do not quote the file', () => {
  const secret = 'Zarathustra'
  for (const content of [gzipSync(secret), Buffer.from(`%PDF ${secret}`), Buffer.from(`\0\x01\x02${secret}`)])
    for (const name of [`${secret}.csv`, `${secret}.xlsx`, `${secret}.pdf`])
      try {
        fileKindOf(name, `text/${secret}`, content)
        expect.unreachable()
      } catch (error) {
        expect(JSON.stringify((error as AppError).details)).not.toContain(secret)
      }
})

describe('a compound file that is called .xlsx', () => {
  const HEAD = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const NAME = Buffer.from('EncryptedPackage', 'utf16le')
  async function* inPieces(content: Buffer, size: number) {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
  }
  const refusal = (content: Buffer, size: number) =>
    assertNotCompoundFile('people.xlsx', content.subarray(0, SNIFFED_BYTES), inPieces(content, size))

  test('is refused for its password, wherever its directory is, and otherwise as an old workbook', async () => {
    const encrypted = Buffer.concat([HEAD, Buffer.alloc(70_000, 7), NAME, Buffer.alloc(99)])
    for (const size of [1, 20, 4_096, 100_000])
      await expect(refusal(encrypted, size)).rejects.toMatchObject({
        code: 'UNSUPPORTED_FILE_TYPE',
        message: expect.stringContaining('password'),
      })
    const old = Buffer.concat([HEAD, Buffer.alloc(9_000), Buffer.from('Workbook', 'utf16le')])
    await expect(refusal(old, 512)).rejects.toMatchObject({ message: expect.stringContaining('97–2003') })
  })

  test('is not looked for in other files', async () => {
    await refusal(Buffer.from('PK\x03\x04'), 4)
    await assertNotCompoundFile('people.csv', HEAD, inPieces(HEAD, 4))
  })
})

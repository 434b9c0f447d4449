import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportProcess, startImportProcess } from '../support/imports/import-process.ts'
import { importWhole, previewOf, uploadToReview } from '../support/imports/imports.ts'
import { corpusContent } from '../support/tables/corpus.ts'
import { relationships } from '../support/tables/workbook.ts'
import { escaped, sheetXml, writtenWorkbook } from '../support/tables/written-workbook.ts'

let product: ImportProcess
beforeAll(async () => {
  product = await startImportProcess()
})
afterAll(async () => {
  expect(await product.process.end('SIGTERM')).toBe(0)
})

let next = 10_000
/** Indian mobile numbers in digits, each one another. */
const newMobile = () => `9198765${next++}`

/** What is in the address book once the file has been uploaded and confirmed, in the order of the numbers. */
async function contactsOf(file: string | Buffer, fileName = 'contacts.csv') {
  const { client, token } = product
  const label = randomUUID()
  const type = 'application/octet-stream'
  const { jobId, status } = await importWhole(client, file, { token, fileName, type, fields: { labels: label } })
  const { body } = await client.post('/contacts/search', { label, pageSize: 100 }, { token })
  // biome-ignore lint/suspicious/noExplicitAny: contacts as they are answered
  const contacts = body.data.map(({ name, mobile, attributes }: any) => ({ name, mobile, attributes }))
  // biome-ignore lint/suspicious/noExplicitAny: the same
  return { jobId, status, contacts: contacts.sort((a: any, b: any) => (a.mobile < b.mobile ? -1 : 1)) }
}

const columnsOf = async (jobId: string) => {
  const { body } = await product.client.get(`/contacts/import/${jobId}/mapping`, { token: product.token })
  return body.headers.map(({ column }: { column: string }) => column)
}

const ENCODERS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 little-endian': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 big-endian': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-16 little-endian without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 big-endian without a mark': (text) => Buffer.from(text, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text, 'latin1'),
}
const [DELIMITERS, LINE_ENDS] = [
  [',', ';', '\t', '|'],
  ['\n', '\r\n', '\r'],
]

test.each(['libreoffice/contacts.ods', 'sheetjs/contacts.xlsx'])('%s becomes contacts', async (name) => {
  const { contacts } = await contactsOf(corpusContent(name), `contacts${extname(name)}`)
  expect(contacts).toEqual([
    { name: 'José Núñez', mobile: '34612345601', attributes: { City: 'Málaga' } },
    { name: 'O’Brien, Pat 😀', mobile: '353851234506', attributes: {} },
    { name: 'Zoë "Zo" Müller & Söhne', mobile: '4915123456705', attributes: { City: 'Köln' } },
    { name: 'Asha Rao', mobile: '919876500001', attributes: { City: 'Pune' } },
    { name: 'श्रीमती देवी', mobile: '919876500003', attributes: { City: 'जयपुर' } },
    { name: 'أحمد علي', mobile: '971501234504', attributes: { City: 'دبي' } },
  ])
})

test('contact cards become contacts, each number with the name of its card', async () => {
  const [first, second, third] = [newMobile(), newMobile(), newMobile()]
  const cards = [
    ['VERSION:3.0', 'FN:Zoë Müller', `TEL;TYPE=CELL:+${first}`, `TEL;TYPE=WORK:+${second}`, 'ORG:Müller KG'],
    ['VERSION:2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Pe=C3=B1a;Jos=C3=A9', `TEL;CELL:${third.slice(2)}`],
    ['VERSION:4.0', 'FN:Without a number'],
  ]
  const file = cards.map((lines) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')).join('')
  const { contacts, status } = await contactsOf(file, 'contacts.vcf')
  expect(contacts).toEqual([
    { name: 'Zoë Müller', mobile: first, attributes: { Company: 'Müller KG' } },
    { name: 'Zoë Müller', mobile: second, attributes: { Company: 'Müller KG' } },
    { name: 'José Peña', mobile: third, attributes: {} },
  ])
  expect(status).toMatchObject({ status: 'PARTIAL_SUCCESS', stats: { totalRows: 3, errors: 1 } })
})

describe('text files', () => {
  test('with every delimiter, encoding and line end give the same contacts', async () => {
    const encodings = Object.entries(ENCODERS)
    const forms = Array.from({ length: 14 }, (_, i) => {
      const [encoding, encode] = encodings[i % encodings.length] as [string, (text: string) => Buffer]
      return { encoding, encode, delimiter: DELIMITERS[i % 4] as string, lineEnd: LINE_ENDS[i % 3] as string }
    })
    const work = async () => {
      for (let form = forms.pop(); form; form = forms.pop()) {
        const { encoding, encode, delimiter, lineEnd } = form
        const [first, second] = [newMobile(), newMobile()]
        const rows = [
          ['Name', 'Phone', 'City', 'Note'],
          ['José Peña', `+${first}`, 'Málaga', `"a${delimiter} ""b"" c"`],
          ['', '', '', ''],
          ['Zoë Müller', `+${second}`, '', ''],
        ]
        const text = rows.map((cells) => cells.join(delimiter)).join(lineEnd)
        const { contacts, status } = await contactsOf(encode(text))
        expect(contacts, JSON.stringify([encoding, delimiter, lineEnd])).toEqual([
          { name: 'José Peña', mobile: first, attributes: { City: 'Málaga', Note: `a${delimiter} "b" c` } },
          { name: 'Zoë Müller', mobile: second, attributes: {} },
        ])
        expect(status).toMatchObject({ status: 'COMPLETED', stats: { totalRows: 2, validRows: 2, invalidRows: 0 } })
      }
    }
    await Promise.all([work(), work(), work()])
  })

  test('without a header have their columns named by letters, and lose no row', async () => {
    const [first, second] = [newMobile(), newMobile()]
    const { jobId, contacts, status } = await contactsOf(`Asha,+${first}\nBen,+${second}\n`)
    expect(await columnsOf(jobId)).toEqual(['Column A', 'Column B'])
    expect(contacts.map(({ mobile }: { mobile: string }) => mobile)).toEqual([first, second])
    expect(status.stats.totalRows).toBe(2)
  })

  test('with equal, empty and strange headers keep every column apart', async () => {
    const [first, second, third] = [newMobile(), newMobile(), newMobile()]
    const file = `Name,Phone,Phone,,__proto__,constructor\nAsha,+${first},+${second},x,y,z\nBen,+${third},,,,\n`
    const { jobId, contacts } = await contactsOf(file)
    expect(await columnsOf(jobId)).toEqual(['Name', 'Phone', 'Phone (2)', 'Column D', '__proto__', 'constructor'])
    const attributes = '{"Column D":"x","__proto__":"y","constructor":"z"}'
    expect(
      contacts.map((contact: { attributes: object }) => ({
        ...contact,
        attributes: JSON.stringify(contact.attributes),
      })),
    ).toEqual([
      { name: 'Asha', mobile: first, attributes },
      { name: 'Asha', mobile: second, attributes },
      { name: 'Ben', mobile: third, attributes: '{}' },
    ])
  })
})

describe('what spreadsheets do to numbers', () => {
  const HURT: readonly (readonly [string, (digits: string) => string])[] = [
    ['lost plus', (digits) => digits],
    ['trailing .0', (digits) => `${digits}.0`],
    ['apostrophe', (digits) => `'+${digits}`],
    ['lost country', (digits) => digits.slice(2)],
    ['trunk zero', (digits) => `0${digits.slice(2)}`],
    ['double zero', (digits) => `00${digits}`],
    ['zero-width', (digits) => `\u200b+${digits.slice(0, 4)}\u200d${digits.slice(4)}\ufeff`],
    ['no-break spaces', (digits) => `+91\u00a0${digits.slice(2)}`],
    ['turned around', (digits) => `\u202a+${digits}\u202c`],
    ['full-width', (digits) => `＋${fold(digits, '０')}`],
    ['Devanagari', (digits) => fold(digits, '०')],
    ['formula', (digits) => `="${digits}"`],
    ['dashes', (digits) => `+91–${digits.slice(2, 7)}—${digits.slice(7)}`],
    ['brackets', (digits) => `+91 (${digits.slice(2, 7)}) ${digits.slice(7)}`],
  ]
  const fold = (digits: string, zero: string) =>
    digits.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

  test('is undone where nothing was lost, and reported where digits were', async () => {
    const mobiles = HURT.map(newMobile)
    const lines = HURT.map(([what, hurt], i) => `${what},${quoted(hurt(mobiles[i] as string))}`)
    const lost = ['9.19877E+11', '9.19877e11', '9.1E11']
    const file = ['Name,Phone', ...lines, ...lost.map((cell) => `lost,${quoted(cell)}`)].join('\n')
    const { client, token } = product
    const jobId = await uploadToReview(client, file, { token, fields: { defaultCountry: 'IN' } })
    const { validSample, errorSample } = await previewOf(client, token, jobId)
    const read = validSample.map(({ name, _normalized }: { name: string; _normalized: { e164: string } }) => [
      name,
      _normalized.e164,
    ])
    expect(read).toEqual(HURT.map(([what], i) => [what, `+${mobiles[i]}`]))
    expect(errorSample.map(({ reason }: { reason: string }) => reason)).toEqual(lost.map(() => 'malformed number'))
  })
})

describe('workbooks', () => {
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  const row = (index: number, ...cells: string[]) => `<row r="${index}">${cells.join('')}</row>`

  test('with numbers, dates, formulas and shared strings give what a spreadsheet shows', async () => {
    const [first, second, third] = [newMobile(), newMobile(), newMobile()]
    const shared = ['Name', 'Phone', 'Since', 'Member', 'Score', 'आशा राव', 'Ben', `+${second}`]
    const s = (ref: string, i: number) => `<c r="${ref}" t="s"><v>${i}</v></c>`
    const exponent = `${third[0]}.${third.slice(1)}E11`
    const book = writtenWorkbook(
      row(1, s('A1', 0), s('B1', 1), s('C1', 2), s('D1', 3), s('E1', 4)) +
        row(
          2,
          s('A2', 5),
          `<c r="B2"><v>${first}</v></c>`,
          '<c r="C2" s="1"><v>45352</v></c>',
          '<c r="D2" t="b"><v>1</v></c>',
        ) +
        row(4, s('A4', 6), s('B4', 7), '<c r="E4"><f>1/8</f><v>0.125</v></c>') +
        row(
          5,
          '<c r="A5" t="str"><f>A4&amp;"ny"</f><v>Benny</v></c>',
          `<c r="B5"><v>${exponent}</v></c>`,
          '<c r="E5" t="e"><v>#N/A</v></c>',
        ),
      {
        strings: shared.map((one) => `<si><t>${escaped(one)}</t></si>`).join(''),
        styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
      },
    )
    const { contacts, status } = await contactsOf(book, 'contacts.xlsx')
    expect(contacts).toEqual([
      { name: 'आशा राव', mobile: first, attributes: { Since: '2024-03-01', Member: 'TRUE' } },
      { name: 'Ben', mobile: second, attributes: { Score: '0.125' } },
      { name: 'Benny', mobile: third, attributes: {} },
    ])
    expect(status.stats.totalRows).toBe(3)
  })

  test('of several sheets are read from the first one that has rows', async () => {
    const mobile = newMobile()
    const book = writtenWorkbook(row(1, text('A1', 'Phone')) + row(2, text('A2', `+${mobile}`)), {
      more: [
        {
          name: 'xl/worksheets/sheet2.xml',
          content: sheetXml(row(1, text('A1', 'Phone')) + row(2, text('A2', '+919999999999'))),
        },
        {
          name: 'xl/workbook.xml',
          content: `<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId2"/></sheets></workbook>`,
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content: relationships(
            { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
            { id: 'rId2', type: 'worksheet', target: 'worksheets/sheet2.xml' },
          ),
        },
      ],
    })
    const { contacts } = await contactsOf(book, 'contacts.xlsx')
    expect(contacts.map((contact: { mobile: string }) => contact.mobile)).toEqual([mobile])
  })
})

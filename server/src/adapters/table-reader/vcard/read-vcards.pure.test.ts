import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readVcards } from './read-vcards.ts'

const tableOf = (text: string | Buffer) => [...readVcards(Buffer.from(text))].flat().map(({ cells }) => cells)
const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
/** The cells of a single card, by column. */
const read = (...lines: string[]) => {
  const [columns = [], cells = []] = tableOf(card(...lines))
  return Object.fromEntries(columns.map((column, i) => [column, cells[i]]))
}

describe('the exports of address books', () => {
  test('an iPhone (3.0, with groups and a picture)', () => {
    const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${'A'.repeat(70)}\r\n ${'B'.repeat(74)}\r\n ${'C'.repeat(74)}`
    const text = card(
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//iPhone OS 17.5//EN',
      'N:Rao;Asha;;Dr.;',
      'FN:Dr. Asha Rao',
      'ORG:Rao Textiles;Sales',
      'item1.EMAIL;type=INTERNET;type=pref:asha@example.com',
      'item1.X-ABLabel:_$!<Other>!$_',
      'TEL;type=CELL;type=VOICE;type=pref:+91 98765 00001',
      'TEL;type=WORK;type=VOICE:(022) 2345 6789',
      'item2.ADR;type=HOME;type=pref:;;14 MG Road\\nFlat 3;Mumbai;MH;400001;India',
      'BDAY:1990-04-01',
      photo,
      'NOTE:Prefers calls\\, not mails\\; after 6 pm',
    )
    expect(tableOf(text)).toEqual([
      ['Name', 'Phone', 'Email', 'Company', 'Birthday', 'Address', 'Notes'],
      [
        'Dr. Asha Rao',
        '+91 98765 00001; (022) 2345 6789',
        'asha@example.com',
        'Rao Textiles, Sales',
        '1990-04-01',
        '14 MG Road Flat 3, Mumbai, MH, 400001, India',
        'Prefers calls, not mails; after 6 pm',
      ],
    ])
  })

  test('Google Contacts (3.0, with categories)', () => {
    expect(
      read('VERSION:3.0', 'FN:Ravi Iyer', 'N:Iyer;Ravi;;;', 'TEL;TYPE=CELL:+919876500002', 'CATEGORIES:VIP,myContacts'),
    ).toEqual({ Name: 'Ravi Iyer', Phone: '+919876500002', Labels: 'VIP,myContacts' })
  })

  test('an Android phone or Outlook (2.1, quoted-printable over several lines)', () => {
    const text = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E0=A4=B0=E0=A4=BE=E0=A4=B5;=E0=A4=86=E0=A4=B6=',
      '=E0=A4=BE;;;',
      'TEL;CELL;PREF:9876500003',
      'TEL;WORK;FAX:02223456789',
      'EMAIL;PREF;INTERNET:asha@example.com',
      'ORG;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Caf=E9',
      'END:VCARD',
    ].join('\r\n')
    expect(tableOf(text)).toEqual([
      ['Name', 'Phone', 'Fax', 'Email', 'Company'],
      ['आशा राव', '9876500003', '02223456789', 'asha@example.com', 'Café'],
    ])
  })

  test('version 4.0, with URIs and quoted parameters', () => {
    expect(
      read(
        'VERSION:4.0',
        'FN;ALTID=1:Meera Nair',
        'TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+91-98765-00004;ext=12',
        'TEL;VALUE=uri;LABEL="a:b":tel:+919876500005',
      ),
    ).toEqual({ Name: 'Meera Nair', Phone: '+91-98765-00004 x12; +919876500005' })
  })

  test('a contact that WhatsApp shares', () => {
    expect(
      read(
        'VERSION:3.0',
        'N:;Asha;;;',
        'FN:Asha',
        'item1.TEL;waid=919876500001:+91 98765 00001',
        'item1.X-ABLabel:Mobile',
      ),
    ).toEqual({ Name: 'Asha', Phone: '+91 98765 00001' })
  })
})

describe('what is not as it should be is read nevertheless', () => {
  test.each<[string, string[], string]>([
    ['no FN: the parts of the name in their order', ['N:Rao;Asha;K.;Dr.;PhD', 'TEL:1'], 'Dr. Asha K. Rao PhD'],
    ['an empty FN', ['FN:', 'N:Rao;Asha', 'TEL:1'], 'Asha Rao'],
    ['only a company', ['ORG:Rao Textiles', 'TEL:1'], 'Rao Textiles'],
    ['lower case', ['fn:Asha', 'tel:1'], 'Asha'],
    ['an escaped semicolon in a part', ['N:Rao\\; Sons;Asha', 'TEL:1'], 'Asha Rao; Sons'],
    ['an unknown encoding', ['FN;CHARSET=NONE;ENCODING=QUOTED-PRINTABLE:Asha=20Rao', 'TEL:1'], 'Asha Rao'],
  ])('%s', (_what, lines, name) => expect(read(...lines)['Name']).toBe(name))

  test('cards that are not ended, lines that are no properties, and text around the cards', () => {
    const text = 'hello\n\nBEGIN:VCARD\nFN:Asha\nnonsense\nTEL:1\nBEGIN:VCARD\nFN:Ravi\nTEL:2'
    expect(tableOf(text)).toEqual([
      ['Name', 'Phone'],
      ['Asha', '1'],
      ['Ravi', '2'],
    ])
  })

  test('the card of an agent does not mix with its owner', () => {
    const agent = 'AGENT:\r\nBEGIN:VCARD\r\nFN:Agent\r\nTEL:9\r\nEND:VCARD'
    expect(tableOf(card('VERSION:2.1', 'FN:Asha', agent, 'TEL:1'))).toEqual([
      ['Name', 'Phone'],
      ['Asha', '1'],
    ])
  })

  test('a card without number or name is a row, so that the next keep their places', () => {
    expect(tableOf(card('FN:Asha', 'TEL:1') + card('X-NONE:1') + card('FN:Ravi', 'TEL:2'))).toEqual([
      ['Name', 'Phone'],
      ['Asha', '1'],
      ['', ''],
      ['Ravi', '2'],
    ])
  })

  test.each(['', 'BEGIN:VCARD\nEND:VCARD', 'Name,Phone\nAsha,1'])('without any contact: %j', (text) =>
    expect(() => tableOf(text)).toThrow('contains no contact cards'),
  )

  test('a card with more properties than anybody has', () => {
    const numbers = Array.from({ length: 10_001 }, (_, i) => `TEL:${i}`)
    expect(() => tableOf(card('FN:Asha', 'TEL:1') + card(...numbers))).toThrow('Row 3')
  })

  test('UTF-16, and any line end', () => {
    const text = card('FN:Asha', 'TEL:1').replaceAll('\r\n', '\r')
    expect(tableOf(Buffer.from(`\ufeff${text}`, 'utf16le'))[1]).toEqual(['Asha', '1'])
  })
})

test('cards are read as they were written, however their lines are folded', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'é', 'आ', ' ', ',', ';', ':', '\\', '\n', '"', '='),
    minLength: 1,
  })
  const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
  const fold = (line: string, size: number) => (line.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []).join('\r\n ')
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 20 }), (names, size) => {
      const wanted = names.map((name) => `x${name}x`)
      const text = wanted.map((name) => card(fold(`FN:${escaped(name)}`, size), 'TEL:1')).join('')
      expect(tableOf(text).slice(1)).toEqual(wanted.map((name) => [name, '1']))
    }),
    { numRuns: 300 },
  )
})

test('no text makes it fail otherwise than by its reason', () => {
  const piece = fc.constantFrom(
    'BEGIN:VCARD',
    'END:VCARD',
    'AGENT:',
    'TEL',
    ';',
    ':',
    '"',
    '=',
    '\r\n',
    '\n ',
    'FN:',
    'x',
    '=\r\n',
    '\0',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      try {
        for (const cells of tableOf(pieces.join(''))) expect(cells.every((cell) => typeof cell === 'string')).toBe(true)
      } catch (error) {
        expect(error).toMatchObject({ name: 'TableUnreadable' })
      }
    }),
    { numRuns: 2_000 },
  )
})

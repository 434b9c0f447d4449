import { beforeAll, describe, expect, test } from 'vitest'
import * as sheetJs from 'xlsx'
import { csv, statusOf, upload } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { stagedRowsOf } from '../../../../tests/support/imports/staged-rows.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { TableReader } from '../../../ports/table-reader.ts'
import { readImport } from '../stages/read.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductWithoutQueue()
  owner = await newVendor(product)
  hand = byHand(product, owner, 2)
})

type Sheets = Record<string, { rows: unknown[][]; hidden?: boolean }>
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
}

function workbookOf(sheets: Sheets, kind: keyof typeof TYPES = 'xlsx') {
  const book = sheetJs.utils.book_new()
  for (const [name, { rows }] of Object.entries(sheets))
    sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet(rows), name)
  book.Workbook = { Sheets: Object.values(sheets).map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) }
  const file = sheetJs.write(book, { type: 'buffer', bookType: kind }) as Buffer
  return { file, options: { fileName: `people.${kind}`, type: TYPES[kind] } }
}

let next = 0
const number = () => `98763${10_000 + next++}`
/** A cover sheet, people below a title, a list without a header, an empty sheet and a hidden one. */
const newBook = (kind?: keyof typeof TYPES) =>
  workbookOf(
    {
      Cover: { rows: [['Report of May'], ['Name', 'Role'], ['Meera', 'Author']] },
      People: { rows: [['People'], [], ['Name', 'Phone'], ['Asha', number()], ['Ben', number()]] },
      Calls: { rows: [['Cleo', number()]] },
      Empty: { rows: [] },
      Old: { rows: [['Phone'], [number()]], hidden: true },
    },
    kind,
  )

const map = (jobId: string, body: unknown) => product.post(`/contacts/import/${jobId}/mapping`, body, owner)
const mappingOf = async (jobId: string) => (await product.get(`/contacts/import/${jobId}/mapping`, owner)).body
const statusIn = async (jobId: string) => (await statusOf(product, owner.token, jobId)).status
async function namesIn(jobId: string) {
  await hand.processAll(jobId)
  await hand.resolve(jobId)
  const { body } = await product.get(`/contacts/import/${jobId}/preview`, owner)
  return body.validSample.map(({ name, rowIndex }: { name: string; rowIndex: number }) => `${rowIndex} ${name}`)
}
const PEOPLE = { Name: { field: 'name' }, Phone: { field: 'phone' } }
const ACCEPTED = { status: 202, body: { status: 'MAPPING_CONFIRMED' } }

describe.each(['xlsx', 'ods'] as const)('the sheets of an .%s workbook', (kind) => {
  test('are listed with their rows; the first is read, and another can be chosen with its mapping', async () => {
    const { file, options } = newBook(kind)
    const jobId = await hand.uploadAndRead(file, options)
    expect(await statusIn(jobId)).toBe('AWAITING_MAPPING')
    expect(await mappingOf(jobId)).toMatchObject({
      sheets: [
        { name: 'Cover', rows: 3, hidden: false },
        { name: 'People', rows: 4, hidden: false },
        { name: 'Calls', rows: 1, hidden: false },
        { name: 'Empty', rows: 0, hidden: false },
        { name: 'Old', rows: 2, hidden: kind === 'xlsx' },
      ],
      sheet: 'Cover',
      headerRow: 2,
      rawRows: [
        { rowIndex: 1, cells: ['Report of May'] },
        { rowIndex: 2, cells: ['Name', 'Role'] },
        { rowIndex: 3, cells: ['Meera', 'Author'] },
      ],
    })
    expect(await map(jobId, { sheet: 'People', columns: PEOPLE })).toMatchObject(ACCEPTED)
    expect(await statusOf(product, owner.token, jobId)).toMatchObject({
      status: 'MAPPING_CONFIRMED',
      stats: { totalRows: 0 },
    })
    expect((await product.get(`/contacts/import/${jobId}/mapping`, owner)).status).toBe(409)
    await hand.read(jobId)
    expect(await namesIn(jobId)).toEqual(['4 Asha', '5 Ben'])
    expect(await mappingOf(jobId)).toMatchObject({ sheet: 'People', headerRow: 3, confirmed: PEOPLE })
  })
})

test('a header below a letterhead with a number is suggested, and the vendor is asked', async () => {
  const [shop, a, b] = [number(), number(), number()]
  const file = csv(['Acme Traders', shop], ['Name', 'Phone'], ['Asha', a], ['Ben', b])
  const jobId = await hand.uploadAndRead(file)
  expect(await statusIn(jobId)).toBe('AWAITING_MAPPING')
  expect(await mappingOf(jobId)).toMatchObject({ headerRow: 2, suggestion: PEOPLE, confirmed: null })
  expect(await map(jobId, { columns: PEOPLE })).toMatchObject(ACCEPTED)
  expect(await namesIn(jobId)).toEqual(['3 Asha', '4 Ben'])

  const apart = csv(['Acme Traders', '', shop], ['Name', 'Phone'], ['Asha', number()])
  const certain = await hand.uploadAndRead(apart, { fields: { mapping: '{"defaultCountry":"IN","headerRow":2}' } })
  expect(await namesIn(certain)).toEqual(['3 Asha'])
})

test('of several rows that may be the header, the first is suggested, and the vendor is asked', async () => {
  const file = csv(['Jina', 'Simu'], ['Asha', 'bado'], ['Ben', number()], ['Cleo', number()])
  const jobId = await hand.uploadAndRead(file)
  expect(await statusIn(jobId)).toBe('AWAITING_MAPPING')
  expect(await mappingOf(jobId)).toMatchObject({ headerRow: 1, confirmed: null })
  expect(await map(jobId, { columns: { Jina: { field: 'name' }, Simu: { field: 'phone' } } })).toMatchObject(ACCEPTED)
  expect(await namesIn(jobId)).toEqual(['3 Ben', '4 Cleo'])
  expect((await statusOf(product, owner.token, jobId)).stats).toMatchObject({ totalRows: 3, valid: 2, errors: 1 })
})

describe('another sheet or header row', () => {
  test('chosen in the review replaces the rows of the first whole', async () => {
    const { file, options } = newBook()
    const jobId = await hand.uploadAndRead(file, { ...options, fields: { mapping: '{"sheet":"People"}' } })
    expect(await namesIn(jobId)).toEqual(['4 Asha', '5 Ben'])
    expect(await map(jobId, { sheet: 'Calls', headerRow: 0 })).toMatchObject(ACCEPTED)
    await hand.read(jobId)
    expect(await namesIn(jobId)).toEqual(['1 Cleo'])
    expect((await stagedRowsOf(product, jobId)).contacts).toHaveLength(1)
    expect((await statusOf(product, owner.token, jobId)).stats).toMatchObject({ totalRows: 1, valid: 1 })
    expect(await map(jobId, { sheet: 'Old' })).toMatchObject(ACCEPTED)
    await hand.read(jobId)
    expect(await namesIn(jobId)).toEqual(['2 '])
    await hand.confirmAndPersist(jobId)
    expect((await statusOf(product, owner.token, jobId)).result).toMatchObject({ created: 1 })
  })

  test('without columns shows its columns and waits with autoMap false; a mapping that does not fit waits too', async () => {
    const { file, options } = newBook()
    const jobId = await hand.uploadAndRead(file, options)
    expect(await map(jobId, { sheet: 'People', autoMap: false })).toMatchObject(ACCEPTED)
    await hand.read(jobId)
    expect(await statusIn(jobId)).toBe('AWAITING_MAPPING')
    expect(await mappingOf(jobId)).toMatchObject({ sheet: 'People', suggestion: PEOPLE, confirmed: null })
    expect(await map(jobId, { headerRow: 1, columns: PEOPLE })).toMatchObject(ACCEPTED)
    await hand.read(jobId)
    expect(await statusIn(jobId)).toBe('AWAITING_MAPPING')
    expect(await mappingOf(jobId)).toMatchObject({ sheet: 'People', headerRow: 1, headers: [{ column: 'People' }, {}] })
    expect(await map(jobId, { headerRow: 3, columns: PEOPLE })).toMatchObject(ACCEPTED)
    await hand.read(jobId)
    expect(await namesIn(jobId)).toEqual(['4 Asha', '5 Ben'])
  })

  test('of a CSV file: rows above the header are ignored, and 0 makes all rows data', async () => {
    const [a, b] = [number(), number()]
    const file = csv(['Name', 'Phone'], ['Region', 'South'], ['Person', 'Line'], ['Asha', a], ['Ben', b])
    const jobId = await hand.uploadAndRead(file, { fields: { autoMap: 'false' } })
    expect(await mappingOf(jobId)).toMatchObject({ sheets: [], sheet: null, headerRow: 1 })
    const columns = { Person: { field: 'name' }, Line: { field: 'phone' } }
    expect(await map(jobId, { headerRow: 3, columns })).toMatchObject(ACCEPTED)
    await hand.read(jobId)
    expect(await namesIn(jobId)).toEqual(['4 Asha', '5 Ben'])
    const byLetter = { 'Column A': { field: 'name' }, 'Column B': { field: 'phone' } }
    expect(await map(jobId, { headerRow: 0, columns: byLetter })).toMatchObject(ACCEPTED)
    await hand.read(jobId)
    expect(await namesIn(jobId)).toEqual(['4 Asha', '5 Ben'])
    expect((await statusOf(product, owner.token, jobId)).stats).toMatchObject({ totalRows: 5, invalidRows: 3 })
  })

  test('that the file does not have is 400, and the job is unaffected', async () => {
    const { file, options } = newBook()
    const jobId = await hand.uploadAndRead(file, options)
    for (const [body, path] of [
      [{ sheet: 'Nope' }, 'sheet'],
      [{ sheet: 'Empty' }, 'sheet'],
      [{ headerRow: 3 }, 'headerRow'],
      [{ headerRow: 77 }, 'headerRow'],
      [{ headerRow: -1 }, 'headerRow'],
      [{}, 'columns'],
      [{ autoMap: false }, 'columns'],
    ] as const)
      expect(await map(jobId, body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED', errors: [{ path }] },
      })
    expect(await map(jobId, { sheet: 'People', columns: { Name: { field: 'name' } } })).toMatchObject({ status: 422 })
    expect(await statusIn(jobId)).toBe('AWAITING_MAPPING')
    const cards = await hand.uploadAndRead('BEGIN:VCARD\nFN:Asha\nTEL:9876312345\nEND:VCARD\n', {
      fileName: 'people.vcf',
      type: 'text/vcard',
    })
    await namesIn(cards)
    expect(await map(cards, { headerRow: 0 })).toMatchObject({ status: 400, body: { errors: [{ path: 'headerRow' }] } })
  })

  test('sent with the upload is read at once; if the file lacks it, the job waits', async () => {
    const mapping = (value: unknown) => ({ fields: { mapping: JSON.stringify(value) } })
    const found = newBook()
    const jobId = await hand.uploadAndRead(found.file, {
      ...found.options,
      ...mapping({ sheet: 'People', headerRow: 3, columns: PEOPLE }),
    })
    expect(await namesIn(jobId)).toEqual(['4 Asha', '5 Ben'])
    for (const choice of [{ sheet: 'Nope' }, { sheet: 'Empty' }, { sheet: 'People', headerRow: 99 }]) {
      const { file, options } = newBook()
      const other = await hand.uploadAndRead(file, { ...options, ...mapping(choice) })
      expect(await statusIn(other), JSON.stringify(choice)).toBe('AWAITING_MAPPING')
    }
    const phones = await hand.uploadAndRead(csv(['sheet'], [number()]), mapping({ sheet: { field: 'phone' } }))
    expect((await mappingOf(phones)).confirmed).toEqual({ sheet: { field: 'phone' } })
    expect(await upload(product, 'Phone\n1\n', { token: owner.token, ...mapping({ headerRow: '3' }) })).toMatchObject({
      status: 400,
    })
  })

  test('leaves nothing of a reading that was under way, and a killed reading is repeated', async () => {
    const { file, options } = newBook()
    const jobId = await hand.uploadAndRead(file, { ...options, fields: { mapping: '{"sheet":"People"}' } })
    await namesIn(jobId)
    expect(await map(jobId, { sheet: 'Calls', headerRow: 0 })).toMatchObject(ACCEPTED)
    const vendorId = owner.vendorId as VendorId
    /** Another choice and its whole reading come between the first part and the rest. */
    const overtaken: TableReader = {
      async *read(content, choice) {
        let isFirst = true
        for await (const part of hand.tableReader.read(content, choice)) {
          yield part
          if (isFirst) await hand.read(jobId).then(() => namesIn(jobId))
          isFirst = false
        }
      },
    }
    await readImport({ ...product.deps, tableReader: overtaken }, vendorId, { jobId, revision: 2 })
    expect(await statusIn(jobId)).toBe('PENDING_REVIEW')
    expect(await map(jobId, { sheet: 'People' })).toMatchObject(ACCEPTED)
    await readImport({ ...product.deps, tableReader: hand.tableReader }, vendorId, { jobId, revision: 2 })
    const killed: TableReader = {
      async *read(content, choice) {
        for await (const part of hand.tableReader.read(content, choice)) {
          if (part.kind === 'end') throw new Error('killed')
          yield part
        }
      },
    }
    await expect(
      readImport({ ...product.deps, tableReader: killed }, vendorId, { jobId, revision: 3 }),
    ).rejects.toThrow('killed')
    await hand.read(jobId)
    expect(await namesIn(jobId)).toEqual(['4 Asha', '5 Ben'])
    expect(await hand.chunks(jobId)).toHaveLength(1)
  })
})

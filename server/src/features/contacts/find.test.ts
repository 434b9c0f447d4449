import { beforeAll, describe, expect, test } from 'vitest'
import { codecOf, numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import { backfillSuffixes } from './backfill-suffixes.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
})

const newMobile = numbersFrom(50_000_000)
type Who = { token: string }
const create = async (body: object, who: Who = vendor) =>
  (await product.post('/contacts', { mobile: newMobile(), ...body }, { token: who.token })).body
const search = async (body: object, who: Who = vendor) =>
  (await product.post('/contacts/search', body, { token: who.token })).body
const list = (query: string, who: Who = vendor) => product.get(`/contacts?${query}`, { token: who.token })
const namesOf = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name).sort()

describe('a search', () => {
  test('finds a number in any spelling', async () => {
    const { mobile, id } = await create({ mobile: '+91 98765 43210' })
    const spellings = [
      mobile,
      '+919876543210',
      '+91 98765-43210',
      '0091 9876543210',
      '(+91) 98765 43210',
      '9876543210',
      '98765 43210',
      '09876543210',
      '９８７６５４３２１０',
      '९८७६५४३२१०',
    ]
    for (const spelling of spellings) {
      expect((await search({ search: spelling })).data, spelling).toMatchObject([{ id }])
      expect((await list(`search=${encodeURIComponent(spelling)}`)).body.data, spelling).toMatchObject([{ id }])
    }
    expect((await search({ search: '98765' })).total).toBe(0)
  })

  test("reads a number without a calling code as one of the vendor's country", async () => {
    const french = await newVendor(product)
    await product.patch('/vendor/me', { country: 'FR' }, { token: french.token })
    const { id } = await create({ mobile: '+33612345678' }, french)
    expect((await search({ search: '06 12 34 56 78' }, french)).data).toMatchObject([{ id }])
  })

  test('finds names by their words: all of them, whole, in any order, case and accent', async () => {
    for (const name of ['José García', 'Garcia Marquez', 'Jo Sé', 'सीता देवी', '李 小龙']) await create({ name })
    const found = async (text: string) => namesOf(await search({ search: text }))
    expect(await found('garcia')).toEqual(['Garcia Marquez', 'José García'])
    expect(await found('GARCÍA jose')).toEqual(['José García'])
    expect(await found('सीता')).toEqual(['सीता देवी'])
    expect(await found('小龙')).toEqual(['李 小龙'])
    expect(await found('garc')).toEqual([])
    expect(await found('jose nobody')).toEqual([])
    expect(await found('!!!')).toEqual([])
  })

  test('without a term finds all contacts', async () => {
    expect((await search({})).total).toBe((await search({ search: '  ' })).total)
    expect((await search({})).total).toBe((await list('')).body.total)
  })

  test('finds a contact by its new name and no longer by the old one', async () => {
    const { id } = await create({ name: 'Ottilie Before' })
    await product.patch(`/contacts/${id}`, { name: 'Ottilie After' }, { token: vendor.token })
    expect((await search({ search: 'before' })).total).toBe(0)
    expect((await search({ search: 'after ottilie' })).data).toMatchObject([{ id }])
  })

  test('finds numbers by their last digits from four on, alone or after words of the name', async () => {
    const owner = await newVendor(product)
    const other = await newVendor(product)
    const asha = await create({ mobile: '+91 98111 27654', name: 'Asha Suffix' }, owner)
    const ravi = await create({ mobile: '+44 7401 127654', name: 'Ravi Suffix' }, owner)
    await create({ mobile: '+91 98111 99999', name: 'Shop 7654' }, other)
    const found = async (text: string) => namesOf(await search({ search: text }, owner))
    for (const text of ['7654', '27654', '127654', '12-76 54', '७६५४'])
      expect(await found(text), text).toEqual(['Asha Suffix', 'Ravi Suffix'])
    expect(await found('1127654')).toEqual(['Asha Suffix', 'Ravi Suffix'])
    expect(await found('81 1127654')).toEqual(['Asha Suffix'])
    expect(await found('ravi 7654')).toEqual(['Ravi Suffix'])
    for (const text of ['654', '8765', '2765', 'nobody 7654']) expect(await found(text), text).toEqual([])
    expect((await search({ search: '7654', countryCode: 'GB' }, owner)).data).toMatchObject([{ id: ravi.id }])
    expect((await search({ search: '7654' }, other)).data).toMatchObject([{ name: 'Shop 7654' }])
    await product.patch(`/contacts/${asha.id}`, { name: 'Renamed' }, { token: owner.token })
    expect((await search({ search: '7654' }, owner)).total).toBe(2)
  })

  test('finds contacts that were stored before last digits were, once a worker has been there', async () => {
    const owner = await newVendor(product)
    const { id } = await create({ mobile: '+91 98111 24680', name: 'Old One' }, owner)
    const { db } = product.deps
    const vendorId = owner.vendorId as VendorId
    const words = (await codecOf(product, vendorId)).tokens('Old One')
    await db.updateTable('contact').set({ name_tokens: words }).where('id', '=', id).execute()
    await db.insertInto('contact_suffix_backfill').values({ vendor_id: vendorId }).execute()
    expect((await search({ search: '4680' }, owner)).total).toBe(0)
    await backfillSuffixes(product.deps)
    expect((await search({ search: '4680' }, owner)).data).toMatchObject([{ id, name: 'Old One' }])
    expect((await search({ search: 'old' }, owner)).total).toBe(1)
    expect(await db.selectFrom('contact_suffix_backfill').selectAll().execute()).toEqual([])
  })

  test('filters by country, opt-out and day of creation', async () => {
    const owner = await newVendor(product)
    const french = await create({ mobile: '+33612345678', name: 'French' }, owner)
    await create({ name: 'Indian' }, owner)
    await product.post(`/contacts/${french.id}/opt-out`, undefined, { token: owner.token })
    const found = async (filter: object) => namesOf(await search(filter, owner))
    expect(await found({ countryCode: 'FR' })).toEqual(['French'])
    expect(await found({ status: 'ACTIVE' })).toEqual(['Indian'])
    expect(await found({ status: 'OPTED_OUT' })).toEqual(['French'])
    expect(await found({ createdFrom: french.createdAt })).toEqual(['French', 'Indian'])
    expect(await found({ createdTo: french.createdAt })).toEqual([])
    expect(await found({ createdFrom: '2999-01-01T00:00:00Z' })).toEqual([])
    expect((await search({ countryCode: 'fr' }, owner)).code).toBe('VALIDATION_FAILED')
    const countries = await product.get('/contacts/countries', { token: owner.token })
    expect(countries.body.data).toEqual([
      { countryCode: 'FR', contacts: 1 },
      { countryCode: 'IN', contacts: 1 },
    ])
  })

  test('combines with filters', async () => {
    await create({ name: 'Filter One', labels: ['Red'] })
    const { id } = await create({ name: 'Filter Two', labels: ['Red', 'Blue'] })
    const listId = (await product.post('/contact-lists', { name: 'l', contactIds: [id] }, { token: vendor.token })).body
      .id
    const dynamic = (await product.post('/contact-lists', { name: 'd', labels: ['blue'] }, { token: vendor.token }))
      .body.id
    expect(namesOf((await list('label=RED')).body)).toEqual(['Filter One', 'Filter Two'])
    for (const of of [listId, dynamic]) {
      expect(namesOf((await list(`listId=${of}`)).body)).toEqual(['Filter Two'])
      expect(namesOf(await search({ search: 'filter', label: 'red', listId: of }))).toEqual(['Filter Two'])
      expect((await search({ search: 'one', listId: of })).total).toBe(0)
    }
    expect((await list('label=unheard+of')).body.total).toBe(0)
  })

  test.each(['nonsense', newId<'list'>()])('within a list that there is not is 404: %s', async (listId) => {
    expect((await list(`listId=${listId}`)).status).toBe(404)
    expect((await search({ listId })).code).toBe('NOT_FOUND')
    expect((await product.get(`/contacts/export?listId=${listId}`, { token: vendor.token })).status).toBe(404)
  })

  test.each([
    { pageSize: 101 },
    { pageSize: '10' },
    { page: 0 },
    { page: 1.5 },
    { cursor: 'x' },
    { search: 7 },
    { name: 'x' },
  ])('that is invalid is rejected: %j', async (body) =>
    expect(await search(body)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' }),
  )
})

describe('iteration by cursor', () => {
  test('returns every contact exactly once while others are added, changed or deleted', async () => {
    const owner = await newVendor(product)
    const bulk = (count: number) =>
      product.post(
        '/contacts/bulk',
        Array.from({ length: count }, () => ({ mobile: newMobile() })),
        { token: owner.token },
      )
    await bulk(1_000)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await search({ pageSize: 100, cursor }, owner)
      if (page.data.length === 0) break
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      await bulk(37)
      await product.patch(`/contacts/${page.data[0].id}`, { name: 'changed' }, { token: owner.token })
      await product.del(`/contacts/${page.data.at(-1).id}`, { token: owner.token })
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(1_000)
    expect(new Set(seen).size).toBe(1_000)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  test('returns every contact once, oldest first, and refuses a cursor of the other order', async () => {
    const owner = await newVendor(product)
    const mobiles = Array.from({ length: 7 }, () => ({ mobile: newMobile() }))
    await product.post('/contacts/bulk', mobiles, { token: owner.token })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await search({ pageSize: 3, sort: 'createdAt', cursor }, owner)
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      if (!cursor)
        expect((await search({ pageSize: 3, cursor: page.nextCursor }, owner)).code).toBe('VALIDATION_FAILED')
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toHaveLength(7)
    expect(seen).toEqual([...seen].sort())
  })

  test("rejects an altered cursor and another vendor's", async () => {
    await create({})
    const other = await newVendor(product)
    const { nextCursor } = await search({ pageSize: 1 })
    expect((await list(`cursor=${nextCursor}`, other)).status).toBe(400)
    expect((await list(`cursor=x${nextCursor}`)).status).toBe(400)
    expect((await list(`cursor=${nextCursor}`)).status).toBe(200)
  })
})

describe('stored data', () => {
  test('contains no names, numbers or values in plain text, and a number has another hash for another vendor', async () => {
    const other = await newVendor(product)
    const canaries = { name: 'Xylophia Quartzmann', mobile: newMobile(), value: 'Zwiebelfisch' }
    for (const who of [vendor, other])
      await create({ name: canaries.name, mobile: canaries.mobile, attributes: { city: canaries.value } }, who)
    const rows = await product.deps.db.selectFrom('contact').selectAll().execute()
    const audit = await product.deps.db.selectFrom('contact_audit').selectAll().execute()
    const dump = [...rows, ...audit]
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? `${value.toString('latin1')}${value.toString('hex')}` : String(value)))
      .join('\n')
    for (const text of ['Xylophia', 'Quartzmann', canaries.mobile, canaries.mobile.slice(2), canaries.value]) {
      expect(dump.toLowerCase()).not.toContain(text.toLowerCase())
      expect(dump).not.toContain(Buffer.from(text).toString('hex'))
    }
    const hashes = await Promise.all(
      [vendor, other].map(async (who) => (await codecOf(product, who.vendorId)).hash(canaries.mobile)),
    )
    const [mine, theirs] = hashes.map((hash) => rows.filter((row) => row.mobile_hash.equals(hash)))
    expect([mine?.length, theirs?.length]).toEqual([1, 1])
    const tokens = [...(mine?.[0]?.name_tokens ?? []), ...(theirs?.[0]?.name_tokens ?? [])]
    // Two words and the last digits, for each vendor.
    expect(new Set(tokens).size).toBe(6)
  })

  test('the log contains nothing that was searched, sent or rejected', async () => {
    const mobile = newMobile()
    await list(`search=${mobile}&label=Canarylabel`)
    await list(`search=Canaryname&nonsense=${mobile}`)
    await create({ mobile, name: 'Canaryname', attributes: { city: 'Canarycity' } })
    await create({ mobile: `${mobile}0000`, name: 'Canaryname' })
    await product.post('/contacts/bulk', [{ mobile: `${mobile}0000`, name: 'Canaryname' }], { token: vendor.token })
    await product.get(`/contacts/export?label=Canarylabel`, { token: vendor.token })
    expect(product.logLines.length).toBeGreaterThan(5)
    expect(product.logLines.join('\n')).not.toMatch(new RegExp(`canary|${mobile}`, 'i'))
  })
})

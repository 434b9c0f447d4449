import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { codecOf, importContacts, numbersFrom } from '../../../tests/support/contacts/contacts.ts'
import { csv, untilStatus, uploadToReview } from '../../../tests/support/imports/imports.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { createKeyring } from '../../platform/crypto/keyring.ts'
import { newId } from '../../platform/ids.ts'
import { backfillSuffixes } from './backfill-suffixes.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
})
const newMobile = numbersFrom(70_000_000)

/** Twenty ways to write one international number. */
const SPELLINGS: ((digits: string) => string)[] = [
  (d) => d,
  (d) => `+${d}`,
  (d) => `00${d}`,
  (d) => `+${d.slice(0, 2)} ${d.slice(2)}`,
  (d) => `${d.slice(0, 2)}-${d.slice(2)}`,
  (d) => `+${d.slice(0, 2)}-${d.slice(2, 7)}-${d.slice(7)}`,
  (d) => `+${d.slice(0, 2)} (${d.slice(2, 5)}) ${d.slice(5)}`,
  (d) => `(+${d.slice(0, 2)}) ${d.slice(2)}`,
  (d) => `+${d.slice(0, 2)}.${d.slice(2, 7)}.${d.slice(7)}`,
  (d) => ` +${d} `,
  (d) => `\u202a+${d}\u202c`,
  (d) => `＋${d}`,
  (d) => d.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (d) => d.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit))),
  (d) => `+${d.split('').join(' ')}`,
  (d) => `tel:+${d}`,
  (d) => `'+${d}`,
  (d) => `+${d.slice(0, 2)}\u00a0${d.slice(2)}`,
  (d) => `+${d.slice(0, 2)}\u2011${d.slice(2)}`,
  (d) => `011${d}`,
]

describe('one number', () => {
  test('is one contact, whatever the route and spelling', async () => {
    const digits = newMobile()
    const options = { token: vendor.token }
    const headers = { 'content-type': 'text/csv' }
    expect((await product.post('/contacts', { mobile: digits }, options)).status).toBe(201)
    expect(SPELLINGS).toHaveLength(20)
    for (const spell of SPELLINGS) {
      const mobile = spell(digits)
      expect((await product.post('/contacts', { mobile }, options)).body.code, mobile).toBe('CONTACT_EXISTS')
      expect((await product.post('/contacts/bulk', [{ mobile }], options)).body, mobile).toMatchObject({ unchanged: 1 })
    }
    const file = `phone\n${SPELLINGS.map((spell) => `"${spell(digits)}"\n`).join('')}`
    const csv = await product.call('POST', '/contacts/bulk', file, { ...options, headers })
    expect(csv.body).toEqual({ created: 0, updated: 0, unchanged: 20, failed: [] })
    await importContacts(product, vendor.vendorId, [{ mobile: digits }], { jobId: newId<'job'>() })
    expect((await product.get('/contacts', options)).body.total).toBe(1)
  })
})

describe('the last digits of numbers', () => {
  const search = async (text: string, who: { token: string }) =>
    (await product.post('/contacts/search', { search: text }, who)).body

  test('are found although the contacts of another vendor cannot be read', async () => {
    const { db, config, clock } = product.deps
    // In the order in which they are looked after.
    const [broken, erased, owner] = [await newVendor(product), await newVendor(product), await newVendor(product)]
    for (const who of [broken, erased, owner])
      await product.post('/contacts', { mobile: '+91 98111 13579', name: 'Old Two' }, who)
    const vendors = [broken, erased, owner].map(({ vendorId }) => vendorId as VendorId)
    const [brokenId, erasedId] = vendors as [VendorId, VendorId]
    await db.updateTable('contact').set({ name_tokens: [] }).where('vendor_id', 'in', vendors).execute()
    const unreadable = Buffer.from('unreadable')
    await db.updateTable('contact').set({ profile_cipher: unreadable }).where('vendor_id', '=', brokenId).execute()
    await db.deleteFrom('data_key').where('vendor_id', '=', erasedId).execute()
    await db
      .insertInto('contact_suffix_backfill')
      .values(vendors.map((vendor_id) => ({ vendor_id })))
      .execute()

    await backfillSuffixes({ ...product.deps, keyring: createKeyring(config.ENCRYPTION_KEYS) })
    expect((await search('3579', owner)).data).toMatchObject([{ name: 'Old Two' }])
    const left = await db.selectFrom('contact_suffix_backfill').select(['vendor_id', 'retry_at']).execute()
    expect(left).toEqual([{ vendor_id: brokenId, retry_at: expect.any(Date) }])
    expect(left[0]?.retry_at?.getTime()).toBeGreaterThan(clock.now().getTime())
    await db.deleteFrom('contact_suffix_backfill').execute()
    await db.deleteFrom('contact').where('vendor_id', 'in', vendors).execute()
  })

  test('are found of contacts that an import under review was to add when the update came', async () => {
    const owner = await newVendor(product)
    const vendorId = owner.vendorId as VendorId
    const { db } = product.deps
    const jobId = await uploadToReview(product, csv(['Name', 'Phone'], ['Old Three', '+91 98111 86420']), owner)
    const words = (await codecOf(product, vendorId)).tokens('Old Three')
    await db.updateTable('staged_contact').set({ name_tokens: words }).where('job_id', '=', jobId).execute()
    const migration = new URL('../../../migrations/0055_contact_suffix_backfill.sql', import.meta.url)
    const [, insert = ''] = /(insert into contact_suffix_backfill[^;]*);/.exec(await readFile(migration, 'utf8')) ?? []
    await sql.raw(insert).execute(db)
    await db.updateTable('contact_suffix_backfill').set({ listed_at: product.deps.clock.now() }).execute()

    await backfillSuffixes(product.deps)
    const waiting = await db.selectFrom('contact_suffix_backfill').select(['vendor_id', 'awaits_imports']).execute()
    expect(waiting).toEqual([{ vendor_id: vendorId, awaits_imports: true }])
    await product.post(`/contacts/import/${jobId}/confirm`, {}, owner)
    await untilStatus(product, owner.token, jobId, 'COMPLETED')
    await backfillSuffixes(product.deps)
    expect((await search('6420', owner)).data).toMatchObject([{ name: 'Old Three' }])
    expect(await db.selectFrom('contact_suffix_backfill').selectAll().execute()).toEqual([])
  })
})

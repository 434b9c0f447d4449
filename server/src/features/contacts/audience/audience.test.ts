import { beforeAll, describe, expect, test } from 'vitest'
import {
  contactsLike,
  labelContacts,
  listOfContacts,
  listOfLabels,
  newContacts,
} from '../../../../tests/support/contacts/audiences.ts'
import { codecOf } from '../../../../tests/support/contacts/contacts.ts'
import { bareVendor } from '../../../../tests/support/money/invoices.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { audienceQuery, countAudience, countMissingKeys } from './audience.ts'
import { optOut } from './opt-out.ts'

let product: TestProduct
let vendorId: VendorId
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  vendorId = (await bareVendor(product)).vendorId
})

const now = () => product.deps.clock.now()
const of = (listId: string, requiredKeys: string[] = [], asOf = now()) => ({
  listId,
  asOf,
  requiredKeys,
  excludeCountries: [],
})
const count = (listId: string, requiredKeys?: string[], asOf?: Date) =>
  countAudience(product.deps.db, vendorId, of(listId, requiredKeys, asOf))
const idsOf = async (listId: string, requiredKeys?: string[], asOf?: Date) => {
  const { rows } = await audienceQuery(vendorId, of(listId, requiredKeys, asOf)).execute(product.deps.db)
  return rows.map(({ id }) => id).sort()
}
const stop = async (mobile: string, of = vendorId) => {
  const hash = (await codecOf(product, of)).hash(mobile)
  await inTransaction(product.deps.db, (tx) => optOut(tx, of, hash, 'STOP', now()))
}

describe('the audience of a list', () => {
  test('is counted by country, without opted-out contacts and those that lack a variable', async () => {
    const city = { attributes: { city: 'Pune' } }
    const ids = await newContacts(product, vendorId, [
      { ...city, name: 'Asha' },
      { ...city, name: 'Ravi' },
      { ...city, name: 'Sarah', countryCode: 'GB' },
      { ...city },
      { name: 'Meera' },
      { ...city, name: 'Imran', mobile: '919800000001' },
      { mobile: '919800000002' },
    ])
    await stop('919800000001')
    await stop('919800000002')
    const listId = await listOfContacts(product, vendorId, ids)
    expect(await count(listId, ['name', 'city'])).toEqual({
      recipients: 3,
      byCountry: new Map([
        ['GB', 1],
        ['IN', 2],
      ]),
      skipped: [
        { reason: 'OPTED_OUT', count: 2 },
        { reason: 'VARIABLE_MISSING', count: 2 },
      ],
    })
    expect(await idsOf(listId, ['name', 'city'])).toEqual(ids.slice(0, 3).sort())
    expect(await count(listId)).toMatchObject({ recipients: 5, skipped: [{ reason: 'OPTED_OUT', count: 2 }] })
    expect(await idsOf(listId)).toEqual(ids.slice(0, 5).sort())
    const lacking = await countMissingKeys(product.deps.db, vendorId, of(listId, ['name', 'city']))
    expect(lacking.sort((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: 'city', count: 1 },
      { key: 'name', count: 1 },
    ])
  })

  test('with labels contains each contact once, even with several of the labels', async () => {
    const ids = await newContacts(product, vendorId, contactsLike(3))
    await labelContacts(product, vendorId, ids.slice(0, 2), ['Red'])
    await labelContacts(product, vendorId, ids.slice(1), ['Blue'])
    await labelContacts(product, vendorId, ids, ['Other'])
    const listId = await listOfLabels(product, vendorId, ['red', 'BLUE'])
    expect(await count(listId)).toMatchObject({ recipients: 3, skipped: [] })
    expect(await idsOf(listId)).toEqual([...ids].sort())
  })

  test('is fixed in time: later members are not included, and former members are not either', async () => {
    const [a, b, late] = (await newContacts(product, vendorId, contactsLike(3))) as [string, string, string]
    const fixed = await listOfContacts(product, vendorId, [a, b])
    await labelContacts(product, vendorId, [a, b], ['Members'])
    const following = await listOfLabels(product, vendorId, ['Members'])
    const launched = now()
    await product.advance(60)
    const { db } = product.deps
    await db
      .insertInto('contact_list_member')
      .values({ vendor_id: vendorId, list_id: fixed, contact_id: late, added_at: now() })
      .execute()
    await labelContacts(product, vendorId, [late], ['Members'])
    for (const listId of [fixed, following]) {
      expect(await idsOf(listId, [], launched)).toEqual([a, b].sort())
      expect(await idsOf(listId)).toEqual([a, b, late].sort())
    }
    await db.deleteFrom('contact_list_member').where('contact_id', '=', a).execute()
    await db.deleteFrom('contact_label').where('contact_id', '=', a).execute()
    for (const listId of [fixed, following]) {
      expect(await idsOf(listId, [], launched)).toEqual([b])
      expect(await count(listId, [], launched)).toMatchObject({ recipients: 1 })
    }
  })

  test("is empty for another vendor, whose opt-outs do not affect other vendors' lists", async () => {
    const ids = await newContacts(product, vendorId, [{ mobile: '919800000009' }])
    const listId = await listOfContacts(product, vendorId, ids)
    const other = await bareVendor(product)
    await stop('919800000009', other.vendorId)
    expect(await count(listId)).toMatchObject({ recipients: 1 })
    for (const [who, list] of [
      [other.vendorId, listId],
      [vendorId, newId<'list'>()],
    ] as const)
      expect(await countAudience(product.deps.db, who, of(list))).toEqual({
        recipients: 0,
        byCountry: new Map(),
        skipped: [],
      })
  })
})

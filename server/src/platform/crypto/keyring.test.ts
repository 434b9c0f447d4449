import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import type { VendorId } from '../../domain/ids.ts'
import { type Database, inTransaction, openDatabase } from '../db/db.ts'
import { newId } from '../ids.ts'
import { createKeyring, type MasterKey } from './keyring.ts'

const master = (id: string, byte: number): MasterKey => ({ id, bytes: Buffer.alloc(32, byte) })
const OLD = master('2025', 1)
const NEW = master('2026', 2)

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(), poolSize: 4, onError: () => {} })
  return () => database.close()
})

async function newVendor(keyring = createKeyring([OLD])) {
  const vendorId = newId<'vendor'>()
  await inTransaction(database.db, (tx) => keyring.create(tx, vendorId))
  return vendorId
}

/** Makes every key 121 s older. */
const settleKeys = () => database.pool.query("update data_key set created_at = created_at - interval '121 s'")

describe('field encryption', () => {
  test('what was sealed opens again, and the same text is sealed differently each time', async () => {
    const cipher = await createKeyring([OLD]).of(database.db, await newVendor())
    const sealed = [cipher.seal('name', 'Asha 🌺'), cipher.seal('name', 'Asha 🌺')]
    expect(sealed[0]).not.toEqual(sealed[1])
    for (const one of sealed) expect(cipher.open('name', one)).toBe('Asha 🌺')
  })

  test('any changed bit, another field or another vendor is refused', async () => {
    const keyring = createKeyring([OLD])
    const cipher = await keyring.of(database.db, await newVendor())
    const other = await keyring.of(database.db, await newVendor())
    const sealed = cipher.seal('name', 'Asha')
    for (let i = 0; i < sealed.length; i++) {
      const altered = Buffer.from(sealed)
      altered[i] = (altered[i] ?? 0) ^ 1
      expect(() => cipher.open('name', altered)).toThrow()
    }
    expect(() => cipher.open('mobile', sealed)).toThrow()
    expect(() => other.open('name', sealed)).toThrow()
  })

  test('the key in the database is useless without the master key', async () => {
    const vendorId = await newVendor()
    await expect(createKeyring([NEW]).of(database.db, vendorId)).rejects.toThrow('2025')
    await expect(createKeyring([master('2025', 9)]).of(database.db, vendorId)).rejects.toThrow()
  })

  test('a new master key in front opens everything; once wrapped again, the old one can go', async () => {
    const vendorId = await newVendor()
    const sealed = (await createKeyring([OLD]).of(database.db, vendorId)).seal('name', 'Asha')
    const both = createKeyring([NEW, OLD])
    expect((await both.of(database.db, vendorId)).open('name', sealed)).toBe('Asha')
    await inTransaction(database.db, (tx) => both.rewrap(tx, vendorId))
    expect((await createKeyring([NEW]).of(database.db, vendorId)).open('name', sealed)).toBe('Asha')
    await expect(createKeyring([OLD]).of(database.db, vendorId)).rejects.toThrow('2026')
  })

  test('a new data key encrypts only once every process knows it, and old ciphertexts stay readable', async () => {
    const vendorId = await newVendor()
    await settleKeys()
    const before = (await createKeyring([OLD]).of(database.db, vendorId)).seal('name', 'Asha')
    await inTransaction(database.db, (tx) => createKeyring([OLD]).renew(tx, vendorId))
    const early = (await createKeyring([OLD]).of(database.db, vendorId)).seal('name', 'Asha')
    expect(early[1]).toBe(1)
    await settleKeys()
    const cipher = await createKeyring([OLD]).of(database.db, vendorId)
    const after = cipher.seal('name', 'Asha')
    expect(after[1]).toBe(2)
    for (const sealed of [before, early, after]) expect(cipher.open('name', sealed)).toBe('Asha')
  })

  test('two processes that create the same key at once end up with one', async () => {
    const vendorId = newId<'vendor'>() as VendorId
    const create = () => inTransaction(database.db, (tx) => createKeyring([OLD]).create(tx, vendorId))
    const ciphers = await Promise.all([create(), create(), create(), create()])
    const sealed = ciphers.map((cipher) => cipher.seal('f', 'x'))
    for (const cipher of ciphers) for (const one of sealed) expect(cipher.open('f', one)).toBe('x')
  })
})

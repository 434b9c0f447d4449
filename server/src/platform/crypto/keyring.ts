import { assert } from '../../domain/assert.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../db/db.ts'
import { open, randomKey, seal } from './aead.ts'
import * as sql from './sql.ts'

/**
 * Encryption of personal data at rest. Each vendor has data keys of its own, wrapped by a master key that is not in the
 * database; a ciphertext names the version of its data key. Master keys rotate by wrapping the data keys again, data
 * keys by adding a version: what was written before stays readable. A ciphertext is bound to its vendor and field, so
 * that it cannot be moved to another row's column or another vendor.
 */
export interface Keyring {
  of(db: Db, vendorId: VendorId): Promise<FieldCipher>
  /** Gives a new vendor its first key, in the transaction that creates the vendor. */
  create(tx: Tx, vendorId: VendorId): Promise<FieldCipher>
  /** Adds a version, which encrypts once every process has had the time to learn of it. */
  renew(tx: Tx, vendorId: VendorId): Promise<void>
  /** Wraps a vendor's keys again with the newest master key. */
  rewrap(tx: Tx, vendorId: VendorId): Promise<void>
  readonly currentMasterKeyId: string
}

export interface FieldCipher {
  seal(field: string, text: string): Buffer
  open(field: string, sealed: Buffer): string
}

export interface MasterKey {
  id: string
  bytes: Buffer
}

const FORMAT = 1
const HEADER_BYTES = 2
/** Old versions are only a reload away; this bounds memory when very many vendors are active. */
const CACHED_VENDORS_MAX = 10_000
const CACHE_MS = 60_000

export function createKeyring(masterKeys: readonly [MasterKey, ...MasterKey[]]): Keyring {
  const current = masterKeys[0]
  const byId = new Map(masterKeys.map((key) => [key.id, key.bytes]))
  const cache = new Map<VendorId, { cipher: FieldCipher; loadedAt: number }>()

  const unwrap = (vendorId: VendorId, row: sql.DataKeyRow) => {
    const master = byId.get(row.masterKeyId)
    if (!master)
      throw new Error(`ENCRYPTION_KEYS lacks the key "${row.masterKeyId}", which data in this database needs.`)
    return open(master, wrapContext(vendorId, row.version), row.wrapped)
  }
  const wrap = (vendorId: VendorId, version: number, key: Buffer): sql.DataKeyRow => ({
    version,
    masterKeyId: current.id,
    wrapped: seal(current.bytes, wrapContext(vendorId, version), key),
  })
  const load = async (db: Db, vendorId: VendorId) => {
    const rows = await sql.dataKeys(db, vendorId)
    assert(rows.length > 0, 'every vendor has a data key')
    const sealWith = rows.findLast((row) => row.settled)?.version ?? 1
    return fieldCipher(vendorId, sealWith, new Map(rows.map((row) => [row.version, unwrap(vendorId, row)])))
  }

  return {
    currentMasterKeyId: current.id,
    async of(db, vendorId) {
      const cached = cache.get(vendorId)
      if (cached && performance.now() - cached.loadedAt < CACHE_MS) return cached.cipher
      const cipher = await load(db, vendorId)
      if (cache.size >= CACHED_VENDORS_MAX) cache.delete(cache.keys().next().value as VendorId)
      cache.set(vendorId, { cipher, loadedAt: performance.now() })
      return cipher
    },
    async create(tx, vendorId) {
      await sql.insertDataKey(tx, vendorId, wrap(vendorId, 1, randomKey()))
      return load(tx, vendorId) // not cached: the transaction may still fail
    },
    async renew(tx, vendorId) {
      const rows = await sql.dataKeys(tx, vendorId)
      const version = Math.max(0, ...rows.map((row) => row.version)) + 1
      await sql.insertDataKey(tx, vendorId, wrap(vendorId, version, randomKey()))
      cache.delete(vendorId)
    },
    async rewrap(tx, vendorId) {
      for (const row of await sql.dataKeys(tx, vendorId))
        await sql.updateWrapped(tx, vendorId, wrap(vendorId, row.version, unwrap(vendorId, row)))
    },
  }
}

function fieldCipher(vendorId: VendorId, sealWith: number, keys: Map<number, Buffer>): FieldCipher {
  const sealKey = keys.get(sealWith)
  assert(sealKey, 'a vendor keeps every version of its data key')
  const header = Buffer.from([FORMAT, sealWith])
  return {
    seal: (field, text) => seal(sealKey, fieldContext(vendorId, field), Buffer.from(text, 'utf8'), header),
    open(field, sealed) {
      const key = keys.get(sealed[1] ?? 0)
      if (sealed[0] !== FORMAT || !key) throw new Error('ciphertext of an unknown format or key version')
      return open(key, fieldContext(vendorId, field), sealed.subarray(HEADER_BYTES)).toString('utf8')
    },
  }
}

const wrapContext = (vendorId: VendorId, version: number) => Buffer.from(`data-key/${vendorId}/${version}`)
const fieldContext = (vendorId: VendorId, field: string) => Buffer.from(`field/${vendorId}/${field}`)

import { assert } from '../../domain/assert.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../db/db.ts'
import { open, randomKey, reusingSealer, seal } from './aead.ts'
import * as sql from './sql.ts'

/**
 * Encrypts personal data at rest. Each vendor has its own data keys, wrapped by a master key that is not in the
 * database, and a ciphertext names the version of its data key. To rotate the master key, the data keys are wrapped
 * again; to rotate a data key, a version is added, and older ciphertexts stay readable. A ciphertext is bound to its
 * vendor and field, so it cannot be moved to another column or vendor.
 */
export interface Keyring {
  of(db: Db, vendorId: VendorId): Promise<FieldCipher>
  /** The keys themselves, for a thread that encrypts; see `fieldCipher`. */
  keysOf(db: Db, vendorId: VendorId): Promise<FieldKeys>
  /** Creates a vendor's first key, in the transaction that creates the vendor. */
  create(tx: Tx, vendorId: VendorId): Promise<FieldCipher>
  /** Adds a version, which is used for encryption when every process has had the time to load it. */
  renew(tx: Tx, vendorId: VendorId): Promise<void>
  /** Wraps a vendor's keys with the newest master key. */
  rewrap(tx: Tx, vendorId: VendorId): Promise<void>
  readonly currentMasterKeyId: string
}

export interface FieldCipher {
  seal(field: string, text: string): Buffer
  open(field: string, sealed: Uint8Array): string
  sealBytes(field: string, bytes: Buffer): Buffer
  openBytes(field: string, sealed: Uint8Array): Buffer
  /** For very many texts of a field: reuses one buffer, so each result is valid until the next call. */
  sealerFor(field: string): (text: string) => Buffer
}

/** A vendor's data keys as plain data, which can be passed to a thread. Never stored and never logged. */
export interface FieldKeys {
  vendorId: VendorId
  sealWith: number
  keys: readonly (readonly [version: number, bytes: Uint8Array])[]
}

export interface MasterKey {
  id: string
  bytes: Buffer
}

const FORMAT = 1
const HEADER_BYTES = 2
/** Limits the memory when very many vendors are active. Keys can be loaded again at any time. */
const CACHED_VENDORS_MAX = 10_000
const CACHE_MS = 60_000

export function createKeyring(masterKeys: readonly [MasterKey, ...MasterKey[]]): Keyring {
  const current = masterKeys[0]
  const byId = new Map(masterKeys.map((key) => [key.id, key.bytes]))
  const cache = new Map<VendorId, { keys: FieldKeys; cipher: FieldCipher; loadedAt: number }>()

  const unwrap = (vendorId: VendorId, row: sql.DataKeyRow) => {
    const master = byId.get(row.masterKeyId)
    if (!master)
      throw new Error(
        `ENCRYPTION_KEYS does not contain the key "${row.masterKeyId}", which is needed to read data in this database.`,
      )
    return open(master, wrapContext(vendorId, row.version), row.wrapped)
  }
  const wrap = (vendorId: VendorId, version: number, key: Buffer): sql.DataKeyRow => ({
    version,
    masterKeyId: current.id,
    wrapped: seal(current.bytes, wrapContext(vendorId, version), key),
  })
  const load = async (db: Db, vendorId: VendorId): Promise<FieldKeys> => {
    const rows = await sql.dataKeys(db, vendorId)
    assert(rows.length > 0, 'every vendor has a data key')
    const sealWith = rows.findLast((row) => row.settled)?.version ?? 1
    return { vendorId, sealWith, keys: rows.map((row) => [row.version, unwrap(vendorId, row)]) }
  }
  const recent = async (db: Db, vendorId: VendorId) => {
    const cached = cache.get(vendorId)
    if (cached && performance.now() - cached.loadedAt < CACHE_MS) return cached
    const keys = await load(db, vendorId)
    const loaded = { keys, cipher: fieldCipher(keys), loadedAt: performance.now() }
    if (cache.size >= CACHED_VENDORS_MAX) cache.delete(cache.keys().next().value as VendorId)
    cache.set(vendorId, loaded)
    return loaded
  }

  return {
    currentMasterKeyId: current.id,
    of: async (db, vendorId) => (await recent(db, vendorId)).cipher,
    keysOf: async (db, vendorId) => (await recent(db, vendorId)).keys,
    async create(tx, vendorId) {
      await sql.insertDataKey(tx, vendorId, wrap(vendorId, 1, randomKey()))
      return fieldCipher(await load(tx, vendorId)) // not cached, because the transaction may still fail
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

export function fieldCipher({ vendorId, sealWith, keys }: FieldKeys): FieldCipher {
  const byVersion = new Map(keys.map(([version, bytes]) => [version, Buffer.from(bytes)]))
  const sealKey = byVersion.get(sealWith)
  assert(sealKey, 'a vendor keeps every version of its data key')
  const header = Buffer.from([FORMAT, sealWith])
  // There are few fields, and a large import uses each of them millions of times.
  const contexts = new Map<string, Buffer>()
  const contextOf = (field: string) => {
    const context = contexts.get(field) ?? fieldContext(vendorId, field)
    contexts.set(field, context)
    return context
  }
  const sealBytes = (field: string, bytes: Buffer) => seal(sealKey, contextOf(field), bytes, header)
  const openBytes = (field: string, sealed: Uint8Array) => {
    const key = byVersion.get(sealed[1] ?? 0)
    if (sealed[0] !== FORMAT || !key) throw new Error('ciphertext of an unknown format or key version')
    return open(key, contextOf(field), asBuffer(sealed).subarray(HEADER_BYTES))
  }
  return {
    sealBytes,
    openBytes,
    seal: (field, text) => sealBytes(field, Buffer.from(text, 'utf8')),
    open: (field, sealed) => openBytes(field, sealed).toString('utf8'),
    sealerFor: (field) => reusingSealer(sealKey, contextOf(field), header),
  }
}

/** Bytes from a thread arrive as a plain Uint8Array. */
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const wrapContext = (vendorId: VendorId, version: number) => Buffer.from(`data-key/${vendorId}/${version}`)
const fieldContext = (vendorId: VendorId, field: string) => Buffer.from(`field/${vendorId}/${field}`)

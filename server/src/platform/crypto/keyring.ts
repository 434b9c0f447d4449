import { assert } from '../../domain/assert.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../db/db.ts'
import { open, randomKey, reusingSealer, seal } from './aead.ts'
import * as sql from './sql.ts'

/**
 * Encrypts personal data at rest. Each vendor has its own keys, wrapped by a master key that is not in the database, and
 * a ciphertext names the version of its key. To rotate the master key, the keys are wrapped again; to rotate a data key,
 * a version is added, and older ciphertexts stay readable. A ciphertext is bound to its vendor and field, so it cannot be
 * moved to another column or vendor.
 *
 * The data key is destroyed some time after the vendor is closed. What must stay readable then (invoices, credit notes,
 * refunds, company details) is sealed with the books key.
 */
export interface Keyring {
  /** Throws `DataKeyDestroyed` when the vendor was closed and its data key is gone. */
  of(db: Db, vendorId: VendorId): Promise<FieldCipher>
  /** For what stays readable after a closed vendor's data key is destroyed. */
  booksOf(db: Db, vendorId: VendorId): Promise<FieldCipher>
  /** The keys themselves, for a thread that encrypts; see `fieldCipher`. */
  keysOf(db: Db, vendorId: VendorId): Promise<FieldKeys>
  /** Creates a vendor's first keys, in the transaction that creates the vendor. */
  create(tx: Tx, vendorId: VendorId): Promise<FieldCipher>
  /** Adds a version, which is used for encryption when every process has had the time to load it. */
  renew(tx: Tx, vendorId: VendorId): Promise<void>
  /** Wraps a vendor's keys with the newest master key. */
  rewrap(tx: Tx, vendorId: VendorId): Promise<void>
  /**
   * A cipher that seals books with the books key, which is created for a vendor from before there were any. Undefined
   * while another process may still seal books with the data key.
   */
  prepareBooks(tx: Tx, vendorId: VendorId): Promise<FieldCipher | undefined>
  /** Destroys every version of the data key. Other processes forget it within `CACHE_MS`. */
  destroy(tx: Tx, vendorId: VendorId): Promise<void>
  readonly currentMasterKeyId: string
}

export class DataKeyDestroyed extends Error {
  override name = 'DataKeyDestroyed'
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

/** The first byte of a ciphertext tells which kind of key opens it. */
export const FORMAT = { data_key: 1, books_key: 2 } as const
const HEADER_BYTES = 2
/** Limits the memory when very many vendors are active. Keys can be loaded again at any time. */
const CACHED_VENDORS_MAX = 10_000
const CACHE_MS = MINUTE_MS

export function createKeyring(masterKeys: readonly [MasterKey, ...MasterKey[]]): Keyring {
  const current = masterKeys[0]
  const byId = new Map(masterKeys.map((key) => [key.id, key.bytes]))

  const unwrap = (vendorId: VendorId, table: sql.KeyTable, row: sql.DataKeyRow) => {
    const master = byId.get(row.masterKeyId)
    if (!master)
      throw new Error(
        `ENCRYPTION_KEYS does not contain the key "${row.masterKeyId}", which is needed to read data in this database.`,
      )
    return open(master, WRAP_CONTEXT[table](vendorId, row.version), row.wrapped)
  }
  const wrap = (vendorId: VendorId, table: sql.KeyTable, version: number, key: Buffer): sql.DataKeyRow => ({
    version,
    masterKeyId: current.id,
    wrapped: seal(current.bytes, WRAP_CONTEXT[table](vendorId, version), key),
  })
  const add = (tx: Tx, vendorId: VendorId, table: sql.KeyTable, version: number) =>
    sql.insertKey(tx, vendorId, table, wrap(vendorId, table, version, randomKey()))
  const keysFrom = (vendorId: VendorId, table: sql.KeyTable, rows: readonly sql.LoadedKey[]): FieldKeys => ({
    vendorId,
    sealWith: rows.findLast((row) => row.settled)?.version ?? 1,
    keys: rows.map((row) => [row.version, unwrap(vendorId, table, row)]),
  })

  const load = async (db: Db, vendorId: VendorId) => {
    const rows = await sql.findKeys(db, vendorId, 'data_key')
    if (rows.length === 0) throw new DataKeyDestroyed(`Vendor ${vendorId} has no data key.`)
    const keys = keysFrom(vendorId, 'data_key', rows)
    return { keys, cipher: fieldCipher(keys) }
  }
  const loadBooks = async (db: Db, vendorId: VendorId) => {
    const [rows, books] = await Promise.all([
      sql.findKeys(db, vendorId, 'data_key'),
      sql.findKeys(db, vendorId, 'books_key'),
    ])
    assert(rows.length + books.length > 0, 'every vendor has a key')
    return booksCipher(
      rows.length === 0 ? undefined : keysFrom(vendorId, 'data_key', rows),
      books.length === 0 ? undefined : keysFrom(vendorId, 'books_key', books),
      rows.length === 0 || books.some(({ settled }) => settled) || isFromTheStart(books, rows),
    )
  }
  const data = cached(load)
  const books = cached(loadBooks)

  return {
    currentMasterKeyId: current.id,
    of: async (db, vendorId) => (await data.get(db, vendorId)).cipher,
    booksOf: (db, vendorId) => books.get(db, vendorId),
    keysOf: async (db, vendorId) => (await data.get(db, vendorId)).keys,
    async create(tx, vendorId) {
      await add(tx, vendorId, 'books_key', 1) // before the data key, see isFromTheStart
      await add(tx, vendorId, 'data_key', 1)
      return (await load(tx, vendorId)).cipher // not cached, because the transaction may still fail
    },
    async renew(tx, vendorId) {
      for (const table of TABLES) {
        const version = Math.max(0, ...(await sql.lockKeys(tx, vendorId, table)).map((row) => row.version))
        // A vendor without a key is closed, or has no books key yet; neither gets one here.
        if (version > 0) await add(tx, vendorId, table, version + 1)
      }
      data.forget(vendorId)
      books.forget(vendorId)
    },
    async rewrap(tx, vendorId) {
      for (const table of TABLES)
        for (const row of await sql.lockKeys(tx, vendorId, table))
          await sql.updateWrapped(tx, vendorId, table, wrap(vendorId, table, row.version, unwrap(vendorId, table, row)))
    },
    async prepareBooks(tx, vendorId) {
      const rows = await sql.findKeys(tx, vendorId, 'data_key')
      const existing = await sql.findKeys(tx, vendorId, 'books_key')
      if (existing.length === 0) await add(tx, vendorId, 'books_key', 1)
      const isReady = existing[0]?.isOnlySealer === true || isFromTheStart(existing, rows)
      return isReady ? loadBooks(tx, vendorId) : undefined
    },
    async destroy(tx, vendorId) {
      // The lock makes a version that is being added visible to the deletion.
      await sql.lockKeys(tx, vendorId, 'data_key')
      await sql.deleteDataKeys(tx, vendorId)
      data.forget(vendorId)
      books.forget(vendorId)
    },
  }
}

/** Vendors from before there were books keys sealed their books with the data key, and may do so for some minutes. */
const isFromTheStart = ([first]: readonly sql.LoadedKey[], [data]: readonly sql.LoadedKey[]) =>
  first !== undefined && (data === undefined || first.createdAt <= data.createdAt)

function cached<Loaded>(load: (db: Db, vendorId: VendorId) => Promise<Loaded>) {
  const cache = new Map<VendorId, { loaded: Loaded; loadedAt: number }>()
  return {
    forget: (vendorId: VendorId) => cache.delete(vendorId),
    async get(db: Db, vendorId: VendorId): Promise<Loaded> {
      const entry = cache.get(vendorId)
      if (entry && performance.now() - entry.loadedAt < CACHE_MS) return entry.loaded
      cache.delete(vendorId)
      const loaded = await load(db, vendorId)
      if (cache.size >= CACHED_VENDORS_MAX) cache.delete(cache.keys().next().value as VendorId)
      cache.set(vendorId, { loaded, loadedAt: performance.now() })
      return loaded
    },
  }
}

export const fieldCipher = (keys: FieldKeys): FieldCipher => cipherWith('data_key', keys)

/** Opens what either key sealed. */
function booksCipher(data: FieldKeys | undefined, books: FieldKeys | undefined, isSealedWithBooks: boolean) {
  const oldCipher = data && cipherWith('data_key', data)
  const newCipher = books && cipherWith('books_key', books)
  const sealer = (isSealedWithBooks ? newCipher : undefined) ?? oldCipher ?? newCipher
  assert(sealer, 'every vendor has a key')
  const openerOf = (sealed: Uint8Array) => (sealed[0] === FORMAT.books_key ? newCipher : oldCipher) ?? sealer
  return {
    ...sealer,
    open: (field: string, sealed: Uint8Array) => openerOf(sealed).open(field, sealed),
    openBytes: (field: string, sealed: Uint8Array) => openerOf(sealed).openBytes(field, sealed),
  }
}

function cipherWith(table: sql.KeyTable, { vendorId, sealWith, keys }: FieldKeys): FieldCipher {
  const byVersion = new Map(keys.map(([version, bytes]) => [version, Buffer.from(bytes)]))
  const sealKey = byVersion.get(sealWith)
  assert(sealKey, 'a vendor keeps every version of its keys')
  const header = Buffer.from([FORMAT[table], sealWith])
  // There are few fields, and a large import uses each of them millions of times.
  const contexts = new Map<string, Buffer>()
  const contextOf = (field: string) => {
    const context = contexts.get(field) ?? FIELD_CONTEXT[table](vendorId, field)
    contexts.set(field, context)
    return context
  }
  const sealBytes = (field: string, bytes: Buffer) => seal(sealKey, contextOf(field), bytes, header)
  const openBytes = (field: string, sealed: Uint8Array) => {
    const key = byVersion.get(sealed[1] ?? 0)
    if (sealed[0] !== FORMAT[table] || !key) throw new Error('ciphertext of an unknown format or key version')
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

const TABLES = ['data_key', 'books_key'] as const
const WRAP_CONTEXT = {
  data_key: (vendorId: VendorId, version: number) => Buffer.from(`data-key/${vendorId}/${version}`),
  books_key: (vendorId: VendorId, version: number) => Buffer.from(`books-key/${vendorId}/${version}`),
}
const FIELD_CONTEXT = {
  data_key: (vendorId: VendorId, field: string) => Buffer.from(`field/${vendorId}/${field}`),
  books_key: (vendorId: VendorId, field: string) => Buffer.from(`books/${vendorId}/${field}`),
}

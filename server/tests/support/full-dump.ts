import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { PLATFORM, type VendorId } from '../../src/domain/ids.ts'
import { open } from '../../src/platform/crypto/aead.ts'
import { decryptFile } from '../../src/platform/crypto/file-cipher.ts'
import { unpackRows } from '../../src/platform/packed-rows.ts'
import { filesUnder } from './imports/stored-files.ts'
import type { TestProduct } from './product.ts'

/**
 * What somebody reads who has a copy of the database, all stored files and every configured key: each value as it is
 * stored, and everything that any key opens, by table or file. Files are opened with the keys that are found in the
 * database. `hashesOf` gives the hashes to search for.
 */
export async function readEverything(product: TestProduct): Promise<Map<string, string>> {
  const fields = await wordsOfSources()
  const { tables, keys } = await readDatabase(product)
  /** A value in a vendor's row is bound to that vendor or to the platform; others are tried with every key. */
  const openAll = (sealed: Buffer, vendorId?: unknown) =>
    keys
      .filter((key) => vendorId === undefined || key.vendorId === vendorId || key.vendorId === PLATFORM)
      .flatMap((key) => openWith(key, fields, sealed))
  const contents = new Map<string, string>()
  const fileKeys: Buffer[] = []
  for (const [table, rows] of tables) {
    const texts: string[] = []
    for (const [value, vendorId] of rows.flatMap((row) => Object.values(row).map((one) => [one, row['vendor_id']]))) {
      if (!Buffer.isBuffer(value)) texts.push(typeof value === 'string' ? value : JSON.stringify(value, bigintText))
      else {
        const opened = openAll(value, vendorId)
        fileKeys.push(...opened.filter(({ length }) => length === FILE_KEY_BYTES))
        texts.push(value.toString('hex'), ...opened.map(String), ...opened.map(unpacked))
      }
    }
    contents.set(table, texts.join('\n'))
  }
  const { dataDir } = product.deps.config
  for (const path of await filesUnder(dataDir)) {
    const stored = await readFile(join(dataDir, path))
    const opened = [...openAll(stored), ...(await Promise.all(fileKeys.map((key) => decrypted(key, stored)))).flat()]
    contents.set(path, [stored.toString('latin1'), ...opened.map(String)].join('\n'))
  }
  return contents
}

const FILE_KEY_BYTES = 32

/** Every hash that the product could have stored of a value, for searching by somebody who has the key. */
export async function hashesOf({ deps }: TestProduct, vendorId: VendorId, values: readonly string[]) {
  const purposes = await wordsOfSources()
  return values.flatMap((value) =>
    purposes.flatMap((purpose) =>
      [vendorId, PLATFORM].map((scope) => deps.blindIndex.of(purpose, scope, value).toString('hex')),
    ),
  )
}

const bigintText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

interface OpenedKey {
  vendorId: string
  format: number
  version: number
  bytes: Buffer
  contextOf(field: string): Buffer
}

async function readDatabase(product: TestProduct) {
  const client = new pg.Client({ connectionString: product.databaseUrl })
  await client.connect()
  try {
    const { rows: names } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const tables = new Map<string, Record<string, unknown>[]>()
    for (const { name } of names) tables.set(name, (await client.query(`select * from ${name}`)).rows)
    const masters = product.deps.config.ENCRYPTION_KEYS
    const keysIn = (table: string, format: number, wrapName: string, fieldName: string) =>
      (tables.get(`public.${table}`) ?? []).map((row): OpenedKey => {
        const master = masters.find(({ id }) => id === row['master_key_id'])
        if (!master) throw new Error('the key is wrapped by an unknown master key')
        const { vendor_id: vendorId, version } = row as { vendor_id: string; version: number }
        const bytes = open(master.bytes, Buffer.from(`${wrapName}/${vendorId}/${version}`), row['wrapped'] as Buffer)
        return {
          vendorId,
          format,
          version,
          bytes,
          contextOf: (field) => Buffer.from(`${fieldName}/${vendorId}/${field}`),
        }
      })
    const keys = [...keysIn('data_key', 1, 'data-key', 'field'), ...keysIn('books_key', 2, 'books-key', 'books')]
    return { tables, keys }
  } finally {
    await client.end()
  }
}

function openWith(key: OpenedKey, fields: readonly string[], sealed: Buffer): Buffer[] {
  if (sealed[0] !== key.format || sealed[1] !== key.version) return []
  for (const field of fields)
    try {
      return [open(key.bytes, key.contextOf(field), sealed.subarray(2))]
    } catch {} // another field
  return []
}

/** Rows of imports are compressed. */
function unpacked(opened: Buffer): string {
  try {
    return JSON.stringify(unpackRows(opened))
  } catch {
    return ''
  }
}

async function decrypted(key: Buffer, stored: Buffer): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of decryptFile(key, [stored] as unknown as AsyncIterable<Uint8Array>)) pieces.push(piece)
  } catch {
    return [] // another file's key
  }
  return [Buffer.concat(pieces)]
}

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url))
let words: Promise<string[]> | undefined

/** The names of encrypted fields and hash purposes are constants in the sources; every constant like them is tried. */
const wordsOfSources = () => {
  words ??= (async () => {
    const found = new Set<string>()
    for (const path of await filesUnder(SOURCES))
      if (path.endsWith('.ts') && !path.endsWith('.test.ts'))
        for (const [, word = ''] of (await readFile(join(SOURCES, path), 'utf8')).matchAll(
          /'([a-z]+(?:[.-][a-z]+)*)'/g,
        ))
          found.add(word)
    return [...found].filter((word) => word.includes('.'))
  })()
  return words
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { applyStoredFunctions, findMissingFunctions } from './stored-functions.ts'

const folder = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))
const FOLDERS: MigrationFolders = { migrations: folder('migrations'), functions: folder('functions') }

interface MigrationFolders {
  migrations: string
  /** Stored functions, which are applied after the migrations. */
  functions?: string
}

/** Any constant works as long as all versions of the product use the same one. */
const MIGRATION_LOCK = 4_837_201

/** SQLSTATE of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03'

/** A table that a migration changes was in use for too long. */
export class TableInUse extends Error {
  override name = 'TableInUse'
}

/** The database was migrated by newer code. Running older code on it could damage it. */
export class DatabaseNewerThanCode extends Error {
  override name = 'DatabaseNewerThanCode'
}

/**
 * Updates the database to this version: pending migrations first, then changed stored functions. Migrations only go
 * forward, each in its own transaction together with its row in `migration`. Processes that start together wait for an
 * advisory lock, so each file runs once.
 */
export async function migrate(databaseUrl: string, folders = FOLDERS, waiting: WaitOptions = {}): Promise<string[]> {
  const files = await readMigrations(folders.migrations)
  const client = await connect(databaseUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      `create table if not exists migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp())`,
    )
    const applied = await readHistory(client)
    assertSameHistory(files, applied)
    const pending = files.slice(applied.length)
    const transact = (name: string, run: () => Promise<void>) => transactWhenFree(client, name, run, waiting)
    for (const file of pending) await transact(file.name, () => apply(client, file))
    const functions = folders.functions ? await applyStoredFunctions(client, folders.functions, transact) : []
    return [...pending.map((file) => file.name), ...functions]
  } finally {
    await client.end() // also releases the advisory lock
  }
}

/**
 * Refuses a database that lacks a migration or a stored function of this version, or has a migration that it does not
 * know. Changes nothing.
 */
export async function assertMigrated(databaseUrl: string, folders = FOLDERS) {
  const files = await readMigrations(folders.migrations)
  const client = await connect(databaseUrl)
  try {
    const { rows } = await client.query("select to_regclass('migration') is not null as exists")
    const applied = rows[0].exists ? await readHistory(client) : []
    assertSameHistory(files, applied)
    const missing =
      files[applied.length]?.name ?? (folders.functions && (await findMissingFunctions(client, folders.functions)))
    if (missing)
      throw new Error(
        `The database lacks migration ${missing}. Run npm run migrate with this version of Harkara, then start again.`,
      )
  } finally {
    await client.end()
  }
}

async function connect(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'harkara-migrate' })
  client.on('error', () => {}) // the running query rejects too; without a listener the process would exit
  await client.connect()
  return client
}

async function readHistory(client: pg.Client) {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  return rows
}

interface MigrationFile {
  name: string
  sql: string
  checksum: string
}

async function readMigrations(dir: string): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function assertSameHistory(files: MigrationFile[], applied: { name: string; checksum: string }[]) {
  const known = new Set(files.map((file) => file.name))
  const foreign = applied.find((row) => !known.has(row.name))
  if (foreign)
    throw new DatabaseNewerThanCode(
      `The database has migration ${foreign.name}, which this version of Harkara does not know. Start the newer version, or use another database.`,
    )
  for (const [i, row] of applied.entries()) {
    const file = files[i]
    if (file?.name !== row.name || file.checksum !== row.checksum)
      throw new Error(
        `Migration ${row.name} was applied to this database with different content. Migrations must not be edited: add a new one.`,
      )
  }
}

interface WaitOptions {
  lockMs?: number
  pauseMs?: number
  triesMax?: number
  /** Called when a table is in use, before every further try. */
  onWait?: (name: string, triesLeft: number) => void
}

/**
 * Everybody who uses a table waits behind a migration that waits for it, so it gives up soon and tries again. Autovacuum
 * gives way after deadlock_timeout, which is a second.
 */
const LOCK_MS = 2_000
const PAUSE_MS = 3_000
/** More than a quarter of an hour: an export of a large vendor takes minutes. */
const TRIES_MAX = 200

async function transactWhenFree(client: pg.Client, name: string, run: () => Promise<void>, options: WaitOptions) {
  const { lockMs = LOCK_MS, pauseMs = PAUSE_MS, onWait = () => {} } = options
  for (let triesLeft = (options.triesMax ?? TRIES_MAX) - 1; ; triesLeft--) {
    const isApplied = await transactOnce(client, name, run, lockMs)
    if (isApplied) return
    if (triesLeft === 0)
      throw new TableInUse(
        `Migration ${name} changes a table that other transactions hold all the time. Let exports and other long transactions end, or end them, then start it again. Nothing of it was applied.`,
      )
    onWait(name, triesLeft)
    await sleep(pauseMs)
  }
}

/** False if it could not lock a table in time; then it has changed nothing. */
async function transactOnce(
  client: pg.Client,
  name: string,
  run: () => Promise<void>,
  lockMs: number,
): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    await run()
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: MigrationFile) {
  await client.query(sql)
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
}

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { PLATFORM } from '../../../domain/ids.ts'
import { RATE_USABLE_HOURS } from '../../../domain/limits.ts'
import { DEDUCTING_TYPES } from '../../../domain/money/ledger-signs.ts'
import { MINOR_UNITS_MAX } from '../../../domain/money/money.ts'

/** Limits and enumerations of the domain that stored functions use, written there as {{NAME}}. */
const CONSTANTS: Readonly<Record<string, string>> = {
  RATE_USABLE_HOURS: String(RATE_USABLE_HOURS),
  MINOR_UNITS_MAX: String(MINOR_UNITS_MAX),
  PLATFORM: `'${PLATFORM}'::uuid`,
  DEDUCTING_TYPES: DEDUCTING_TYPES.map((type) => `'${type}'`).join(', '),
}

interface FunctionFile {
  name: string
  version: number
  sql: string
  checksum: string
}

type Transact = (name: string, run: () => Promise<void>) => Promise<void>

/**
 * Applies the files of stored functions whose version is above the one in the database. A lower version is left alone:
 * while versions of the product run side by side, an older process must not put an older function back. The caller holds
 * the migration lock; `transact` runs each file in a transaction, which may wait for a table with a trigger.
 */
export async function applyStoredFunctions(client: ClientBase, dir: string, transact: Transact): Promise<string[]> {
  await client.query(
    `create table if not exists stored_function_file (
       name text primary key, version integer not null, checksum text not null,
       applied_at timestamptz not null default clock_timestamp())`,
  )
  const known = await readVersions(client)
  const applied: string[] = []
  for (const file of await readFunctionFiles(dir)) {
    const current = known.get(file.name)
    if (current?.version === file.version && current.checksum !== file.checksum)
      throw new Error(`functions/${file.name} was changed without raising the version in its first line.`)
    if (current && current.version >= file.version) continue
    const name = `functions/${file.name}`
    await transact(name, () => applyFile(client, file))
    applied.push(name)
  }
  return applied
}

/** The first file that the database has not, or only in a lower version. */
export async function findMissingFunctions(client: ClientBase, dir: string): Promise<string | undefined> {
  const { rows } = await client.query("select to_regclass('stored_function_file') is not null as exists")
  const versions = rows[0].exists ? await readVersions(client) : new Map<string, FileVersion>()
  const missing = (await readFunctionFiles(dir)).find(
    ({ name, version }) => (versions.get(name)?.version ?? 0) < version,
  )
  return missing && `functions/${missing.name}`
}

type FileVersion = Omit<FunctionFile, 'sql'>

async function readVersions(client: ClientBase) {
  const { rows } = await client.query<FileVersion>('select name, version, checksum from stored_function_file')
  return new Map(rows.map((row) => [row.name, row]))
}

async function readFunctionFiles(dir: string): Promise<FunctionFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => parseFile(name, await readFile(join(dir, name), 'utf8'))))
}

function parseFile(name: string, text: string): FunctionFile {
  const [, version] = /^-- version: (\d+)\n/.exec(text) ?? []
  if (version === undefined) throw new Error(`functions/${name} must begin with a line such as "-- version: 1".`)
  const sql = text.replace(/\{\{(\w+)\}\}/g, (_, constant: string) => {
    const value = CONSTANTS[constant]
    if (value === undefined) throw new Error(`functions/${name} uses {{${constant}}}, which is not defined.`)
    return value
  })
  return { name, version: Number(version), sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function applyFile(client: ClientBase, { name, version, sql, checksum }: FunctionFile) {
  await client.query(sql)
  await client.query(
    `insert into stored_function_file (name, version, checksum) values ($1, $2, $3)
       on conflict (name) do update set version = $2, checksum = $3, applied_at = clock_timestamp()`,
    [name, version, checksum],
  )
}

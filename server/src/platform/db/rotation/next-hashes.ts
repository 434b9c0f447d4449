import { sql } from 'kysely'
import { type Db, KEY_VERSION_CHECK, type Tx } from '../db.ts'
import { HASH_COLUMNS, isTokenColumn, STAGED_HASH_COLUMNS, STAGED_TABLES } from './hash-columns.ts'
import { deletePendingKey } from './rotation-key.ts'

/**
 * While hashes move to a new key, each column has a second one beside it (`mobile_hash_next`) with the same indexes. No
 * other statement knows it. At the end it takes the place of the first, in one transaction.
 */
const next = (name: string) => `${name}_next`
const run = (db: Db, statement: string) => sql.raw(statement).execute(db)
const tablesWithColumns = () => Object.entries(HASH_COLUMNS)
/** The name of the index that finds rows without a next hash. */
const missingIndex = (table: string) => `${table}_next_missing`
const isMissing = (columns: readonly string[]) =>
  columns.map((column) => `(${next(column)} is null and ${column} is not null)`).join(' or ')
const clearing = (table: string, column: string) => `clear_next_${table}_${column}`

/** A hash of this version, or an empty value, which some columns have after a deletion. */
const checkOf = (column: string, version: number) =>
  `octet_length(${column}) = 0 or (octet_length(${column}) = 33 and get_byte(${column}, 32) = ${version})`
const checkName = (table: string, column: string, version: number) =>
  `${table}_${column}_${version}${KEY_VERSION_CHECK}`

/** Statements for one table that only need its lock for a moment. All of them may be repeated. */
export const columnStatements = (table: string, columns: readonly string[], version: number) =>
  columns.flatMap((column) => [
    `alter table ${table} add column if not exists ${next(column)} ${isTokenColumn(column) ? 'bigint[]' : 'bytea'}`,
    // A hash that changes after it was moved must be moved again.
    `create or replace function ${clearing(table, column)}() returns trigger language plpgsql as
       $$ begin new.${next(column)} := null; return new; end $$`,
    `create or replace trigger ${clearing(table, column)} before update of ${column} on ${table}
       for each row when (old.${column} is distinct from new.${column}) execute function ${clearing(table, column)}()`,
    ...(isTokenColumn(column)
      ? []
      : [
          `alter table ${table} drop constraint if exists ${checkName(table, column, version)}`,
          `alter table ${table} add constraint ${checkName(table, column, version)}
             check (${checkOf(next(column), version)}) not valid`,
        ]),
  ])

/** The tables that have second columns. */
export async function tablesWithNext(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select distinct attrelid::regclass::text as name from pg_attribute
     where attrelid = any(${Object.keys(HASH_COLUMNS)}::text[]::regclass[]) and attname like '%\_next' and not attisdropped`.execute(
    db,
  )
  return tablesWithColumns().filter(([table]) => rows.some(({ name }) => name === table))
}

/** Drops the second columns of a table with their indexes and checks. */
export const clearingStatements = (table: string, columns: readonly string[]) => [
  `drop index if exists ${missingIndex(table)}`,
  ...columns.flatMap((column) => [
    `drop trigger if exists ${clearing(table, column)} on ${table}`,
    `drop function if exists ${clearing(table, column)}()`,
    `alter table ${table} drop column if exists ${next(column)}`,
  ]),
]

interface IndexRow {
  name: string
  definition: string
  constraintName: string | null
  constraintType: 'p' | 'u' | null
  isValid: boolean
}

async function indexesOf(db: Db, table: string): Promise<IndexRow[]> {
  const { rows } = await sql<IndexRow>`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition, c.conname as "constraintName",
           c.contype as "constraintType", x.indisvalid as "isValid"
      from pg_index x
      join pg_class i on i.oid = x.indexrelid
      left join pg_constraint c on c.conindid = x.indexrelid and c.conrelid = x.indrelid and c.contype in ('p', 'u')
     where x.indrelid = ${table}::regclass
     order by i.relname`.execute(db)
  return rows
}

const mentions = (definition: string, columns: readonly string[]) =>
  columns.some((column) => new RegExp(`\\b${column}\\b`).test(definition))

/** Builds the indexes of the second columns while others write. A build that was interrupted is repeated. */
export async function buildIndexes(db: Db, table: string, columns: readonly string[]) {
  for (const { name, isValid } of await indexesOf(db, table))
    if (!isValid) await run(db, `drop index concurrently if exists ${name}`)
  const indexes = await indexesOf(db, table)
  const create = (name: string, definition: string) =>
    indexes.some((index) => index.name === name) ? undefined : run(db, definition)
  await create(
    missingIndex(table),
    `create index concurrently ${missingIndex(table)} on ${table} ((1)) where ${isMissing(columns)}`,
  )
  for (const { name, definition } of indexes.filter((index) => mentions(index.definition, columns))) {
    const renamed = columns.reduce(
      (text, column) => text.replaceAll(new RegExp(`\\b${column}\\b`, 'g'), next(column)),
      definition.replace(/ INDEX \S+ ON /, ` INDEX CONCURRENTLY ${next(name)} ON `),
    )
    if (!name.endsWith('_next') && name !== missingIndex(table)) await create(next(name), renamed)
  }
}

export interface RowToMove {
  row: string
  /** Elements of arrays are read as text. */
  values: (Buffer | bigint[] | null)[]
}

/**
 * Rows whose hashes have not been moved, locked. Rows that another transaction has locked are left for later, so that
 * moving never waits for others.
 */
export async function selectMissing(tx: Tx, table: string, columns: readonly string[], limit: number) {
  await run(tx, 'set local enable_seqscan = off')
  const { rows } = await sql<Record<string, unknown>>`
    select ctid::text as row, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
     where ${sql.raw(isMissing(columns))} limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ row, ...values }) => ({ row, values: columns.map((column) => values[column]) }) as RowToMove)
}

export async function writeNext(tx: Tx, table: string, columns: readonly string[], rows: readonly RowToMove[]) {
  const arrays = columns.map((column, i) => {
    const values = rows.map(({ values }) => values[i] ?? null)
    return isTokenColumn(column)
      ? sql`${values.map((tokens) => tokens && `{${(tokens as bigint[]).join(',')}}`)}::text[]`
      : sql`${values}::bytea[]`
  })
  const assignments = columns.map((column, i) =>
    sql.raw(`${next(column)} = moved.v${i}${isTokenColumn(column) ? '::bigint[]' : ''}`),
  )
  await sql`
    update ${sql.table(table)} t set ${sql.join(assignments)}
      from unnest(${rows.map(({ row }) => row)}::text[]::tid[], ${sql.join(arrays)})
        as moved (row, ${sql.raw(columns.map((_, i) => `v${i}`).join(', '))})
     where t.ctid = moved.row`.execute(tx)
}

/** Puts the second columns in the place of the first. The caller holds all locks, and no row is missing. */
export async function exchange(tx: Tx, version: number, fingerprint: Buffer) {
  for (const [table, columns] of tablesWithColumns()) await exchangeTable(tx, table, columns)
  await run(tx, `truncate ${STAGED_TABLES.join(', ')}`)
  for (const [table, columns] of Object.entries(STAGED_HASH_COLUMNS))
    for (const column of columns) {
      await run(tx, `alter table ${table} drop constraint if exists ${checkName(table, column, version - 1)}`)
      await run(
        tx,
        `alter table ${table} add constraint ${checkName(table, column, version)} check (${checkOf(column, version)})`,
      )
    }
  await tx.insertInto('blind_index_key').values({ version, fingerprint }).execute()
  await deletePendingKey(tx)
}

async function exchangeTable(tx: Tx, table: string, columns: readonly string[]) {
  const required = await requiredColumns(tx, table)
  const indexes = (await indexesOf(tx, table)).filter(
    ({ name, definition }) => mentions(definition, columns) && name !== missingIndex(table),
  )
  await run(tx, `drop index ${missingIndex(table)}`)
  for (const column of columns) {
    await run(tx, `drop trigger ${clearing(table, column)} on ${table}`)
    await run(tx, `drop function ${clearing(table, column)}()`)
    // Drops the indexes and constraints of the column too.
    await run(tx, `alter table ${table} drop column ${column}`)
    await run(tx, `alter table ${table} rename column ${next(column)} to ${column}`)
    if (required.has(column)) await run(tx, `alter table ${table} alter column ${column} set not null`)
  }
  for (const { name, constraintName, constraintType } of indexes) {
    const kind = constraintType === 'p' ? 'primary key' : 'unique'
    if (constraintName)
      await run(tx, `alter table ${table} add constraint ${constraintName} ${kind} using index ${next(name)}`)
    else await run(tx, `alter index ${next(name)} rename to ${name}`)
  }
}

async function requiredColumns(db: Db, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnotnull and attnum > 0 and not attisdropped`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** How many rows of all tables still have to be moved. Null while no rotation is under way. */
export async function countMissing(db: Db): Promise<number | null> {
  const { rows } = await sql<{ found: boolean }>`
    select count(*) = ${tablesWithColumns().length} as found from pg_class
     where relname = any(${Object.keys(HASH_COLUMNS).map(missingIndex)})`.execute(db)
  if (!rows[0]?.found) return null
  const counts = tablesWithColumns().map(
    ([table, columns]) => `(select count(*) from ${table} where ${isMissing(columns)})`,
  )
  const { rows: sums } = await sql<{
    missing: string
  }>`select (${sql.raw(counts.join(' + '))})::text as missing`.execute(db)
  return Number(sums[0]?.missing)
}

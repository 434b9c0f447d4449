import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/cleanup.ts'
import { createEmptyDatabase } from '../../../tests/support/database/database.ts'
import { BINARY_COPY_END, BINARY_COPY_START, BinaryRows, onlyColumnOf } from './binary-rows.ts'
import { copiedOut, copyData } from './copy.ts'
import { type Database, inTransaction, openDatabase, type Tx } from './db.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createEmptyDatabase(), poolSize: 1, onError: () => {} })
  atEnd(database.close)
  await sql`create table thing (at int, bytes bytea)`.execute(database.db)
})

const put = (tx: Tx, things: readonly Uint8Array[]) => {
  const rows = new BinaryRows(100)
  things.forEach((bytes, at) => {
    rows.row(2)
    rows.int4(at)
    rows.bytes(bytes)
  })
  return sql`copy thing from stdin (format binary)
             ${copyData([BINARY_COPY_START, rows.finish(), BINARY_COPY_END])}`.execute(tx)
}
const get = async (db: Tx | Database['db'], from = 'thing') => {
  const statement = sql`copy (select bytes from ${sql.table(from)} order by at) to stdout (format binary)`
  return [...onlyColumnOf(await copiedOut(db, statement))].map((bytes) => Buffer.from(bytes))
}

test('bytes copied in and out again are the same, whatever they are and however many', async () => {
  const things = [0, 1, 2, 65_535, 1_000_000, 7_000_000].map((length) => randomBytes(length))
  await inTransaction(database.db, (tx) => put(tx, things))
  expect((await get(database.db)).map((bytes, i) => bytes.equals(things[i] as Buffer))).toEqual(things.map(() => true))
  await inTransaction(database.db, async (tx) => {
    await sql`delete from thing where at > 2`.execute(tx)
    expect(await get(tx)).toEqual(things.slice(0, 3))
  })
})

test('of no rows nothing comes', async () => {
  await sql`truncate thing`.execute(database.db)
  expect(await get(database.db)).toEqual([])
})

test('what cannot be copied throws, and the connection goes on', async () => {
  await expect(get(database.db, 'nothing')).rejects.toMatchObject({ code: '42P01' })
  const failing = sql`copy (select 1 / (3 - n) from generate_series(1, 5) n) to stdout (format binary)`
  await expect(copiedOut(database.db, failing)).rejects.toMatchObject({ code: '22012' })
  expect(await get(database.db)).toEqual([])
})

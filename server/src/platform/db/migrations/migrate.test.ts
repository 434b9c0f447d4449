import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../../tests/support/database/database.ts'
import { assertMigrated, DatabaseNewerThanCode, migrate, TableInUse } from './migrate.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(dir, '0001_a.sql'), 'create table a (n int); insert into a values (1);')
  await writeFile(join(dir, '0002_b.sql'), 'create table b (n int); insert into b select n from a;')
  return () => rm(dir, { recursive: true })
})

async function rows(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result.rows
}

describe('migrations', () => {
  test('run in order, once, and a second run does nothing', async () => {
    const url = await createEmptyDatabase()
    expect(await migrate(url, { migrations: dir })).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await migrate(url, { migrations: dir })).toEqual([])
    expect(await rows(url, 'select n from b')).toEqual([{ n: 1 }])
  })

  test('eight processes that start at once migrate once', async () => {
    const url = await createEmptyDatabase()
    const results = await Promise.all(Array.from({ length: 8 }, () => migrate(url, { migrations: dir })))
    expect(results.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await rows(url, 'select n from a')).toHaveLength(1)
  })

  test('one that fails leaves nothing of itself behind and can be run again', async () => {
    const url = await createEmptyDatabase()
    await writeFile(join(dir, '0003_c.sql'), 'create table c (n int); select 1 / 0;')
    await expect(migrate(url, { migrations: dir })).rejects.toThrow('0003_c.sql')
    expect(await rows(url, "select to_regclass('c') as c")).toEqual([{ c: null }])
    await writeFile(join(dir, '0003_c.sql'), 'create table c (n int);')
    expect(await migrate(url, { migrations: dir })).toEqual(['0003_c.sql'])
  })

  test('one whose table is in use lets others use it between its tries, and gives up with nothing changed', async () => {
    const url = await createEmptyDatabase()
    await migrate(url, { migrations: dir })
    await writeFile(join(dir, '0003_c.sql'), 'create table c (n int); alter table a add column m int;')
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin; select from a')
    const waits: string[] = []
    const lock = { lockMs: 50, pauseMs: 10 }
    const onWait = (name: string, triesLeft: number) => void waits.push(`${name} ${triesLeft}`)
    const waiting = migrate(url, { migrations: dir }, { ...lock, triesMax: 3, onWait })
    await expect(waiting).rejects.toThrow(TableInUse)
    expect(waits).toEqual(['0003_c.sql 2', '0003_c.sql 1'])
    expect(await rows(url, "select to_regclass('c') as c")).toEqual([{ c: null }])
    const end = () => void reader.end()
    expect(await migrate(url, { migrations: dir }, { ...lock, onWait: end })).toEqual(['0003_c.sql'])
  })

  test('a database of newer code is refused and left alone', async () => {
    const url = await createEmptyDatabase()
    await migrate(url, { migrations: dir })
    await rm(join(dir, '0002_b.sql'))
    await expect(migrate(url, { migrations: dir })).rejects.toThrow(DatabaseNewerThanCode)
  })

  test('the check alone changes nothing and names the first migration that is missing', async () => {
    const url = await createEmptyDatabase()
    await expect(assertMigrated(url, { migrations: dir })).rejects.toThrow('lacks migration 0001_a.sql')
    expect(await rows(url, "select to_regclass('migration') as found")).toEqual([{ found: null }])
    await migrate(url, { migrations: dir })
    await assertMigrated(url, { migrations: dir })
    await writeFile(join(dir, '0003_c.sql'), 'create table c (n int);')
    await expect(assertMigrated(url, { migrations: dir })).rejects.toThrow('lacks migration 0003_c.sql')
    await rm(join(dir, '0003_c.sql'))
    await rm(join(dir, '0002_b.sql'))
    await expect(assertMigrated(url, { migrations: dir })).rejects.toThrow(DatabaseNewerThanCode)
  })

  test('the check waits for stored functions too: triggers that are not there yet would be missed', async () => {
    const url = await createEmptyDatabase()
    const folders = { migrations: dir, functions: join(dir, 'functions') }
    await mkdir(folders.functions)
    const write = (version: number) =>
      writeFile(
        join(folders.functions, 'one.sql'),
        `-- version: ${version}\ncreate or replace function one() returns int language sql as 'select ${version}';`,
      )
    await write(1)
    await migrate(url, { migrations: dir })
    await expect(assertMigrated(url, folders)).rejects.toThrow('lacks migration functions/one.sql')
    await migrate(url, folders)
    await assertMigrated(url, folders)
    await write(2)
    await expect(assertMigrated(url, folders)).rejects.toThrow('lacks migration functions/one.sql')
  })

  test('a migration that was edited after it ran is refused', async () => {
    const url = await createEmptyDatabase()
    await migrate(url, { migrations: dir })
    await writeFile(join(dir, '0001_a.sql'), 'create table a (n bigint);')
    await expect(migrate(url, { migrations: dir })).rejects.toThrow('0001_a.sql')
  })
})

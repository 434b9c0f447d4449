import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../../tests/support/database/database.ts'
import { migrate } from './migrate.ts'

let folders: { migrations: string; functions: string }
beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'functions-'))
  folders = { migrations: await mkdtemp(join(dir, 'm-')), functions: await mkdtemp(join(dir, 'f-')) }
  await writeFile(join(folders.migrations, '0001_a.sql'), 'create table a (n int);')
  return () => rm(dir, { recursive: true })
})

const write = (version: number, value: string) =>
  writeFile(
    join(folders.functions, 'answer.sql'),
    `-- version: ${version}\ncreate or replace function answer() returns text language sql as $$ select ${value}::text $$;`,
  )

async function answerOf(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select answer()')
  await client.end()
  return rows[0].answer
}

describe('stored functions', () => {
  test('are applied after the migrations, once, and again when their version rises', async () => {
    const url = await createEmptyDatabase()
    await write(1, '1')
    expect(await migrate(url, folders)).toEqual(['0001_a.sql', 'functions/answer.sql'])
    expect(await migrate(url, folders)).toEqual([])
    await write(2, '2')
    expect(await migrate(url, folders)).toEqual(['functions/answer.sql'])
    expect(await answerOf(url)).toBe('2')
  })

  test('an older version of the product leaves a newer function in place', async () => {
    const url = await createEmptyDatabase()
    await write(2, '2')
    await migrate(url, folders)
    await write(1, '1')
    expect(await migrate(url, folders)).toEqual([])
    expect(await answerOf(url)).toBe('2')
  })

  test('a change without a new version is refused', async () => {
    const url = await createEmptyDatabase()
    await write(1, '1')
    await migrate(url, folders)
    await write(1, '2')
    await expect(migrate(url, folders)).rejects.toThrow('without raising the version')
    expect(await answerOf(url)).toBe('1')
  })

  test('one that fails leaves nothing of itself behind', async () => {
    const url = await createEmptyDatabase()
    await write(1, 'no_such_column')
    await expect(migrate(url, folders)).rejects.toThrow('functions/answer.sql')
    await write(1, '1')
    expect(await migrate(url, folders)).toEqual(['functions/answer.sql'])
  })

  test('limits of the domain are filled in, and an unknown one is refused', async () => {
    const url = await createEmptyDatabase()
    await write(1, '{{RATE_USABLE_HOURS}}')
    await migrate(url, folders)
    expect(await answerOf(url)).toBe('24')
    await write(2, '{{NO_SUCH_LIMIT}}')
    await expect(migrate(url, folders)).rejects.toThrow('{{NO_SUCH_LIMIT}}')
  })
})

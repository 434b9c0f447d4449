import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { WriteCounter } from './write-counter.ts'

async function counted(text: unknown, rowCount: number | null = 1): Promise<boolean> {
  const writes = new WriteCounter()
  const pool = { query: async () => ({ rows: [{ name: 'ledger_append' }] }) }
  await writes.readFunctions(pool as unknown as pg.Pool)
  writes.watch(text, Promise.resolve({ rowCount }))
  await Promise.resolve()
  return writes.count > 0
}

describe('what may have written to the database', () => {
  test.each([
    'update wallet set balance = $1',
    'insert into wallet (id) values ($1) on conflict do nothing',
    '/* prepared */ delete from wallet where id = $1',
    'with gone as (delete from wallet returning id) select * from gone',
    '  with due as (select 1) update wallet set balance = 2',
    'select * from ledger_append($1)',
    'copy contact from stdin',
    'begin; delete from wallet; commit;',
    { text: 'a stream' },
  ])('counts: %s', async (text) => expect(await counted(text)).toBe(true))

  test.each([
    'select * from wallet where vendor_id = $1 for no key update',
    '/* prepared */ select 1',
    'with due as (select id from wallet for update) select * from due',
    'begin',
    'commit',
  ])('does not count: %s', async (text) => expect(await counted(text)).toBe(false))

  test('a change that found no row does not count, unless it has parts that may have', async () => {
    expect(await counted('update wallet set balance = $1', 0)).toBe(false)
    expect(await counted('with gone as (delete from wallet returning id) update wallet set balance = 1', 0)).toBe(true)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { type Database, type Db, inTransaction, openDatabase } from './db.ts'
import { BlocksOthersError, inOneTransaction } from './one-transaction.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(), poolSize: 2, onError: () => {} })
  await sql`create table noted (word text primary key)`.execute(database.db)
})
afterAll(() => database.close())
beforeEach(() => sql`truncate noted`.execute(database.db))

const note = (db: Db, word: string) => sql`insert into noted (word) values (${word})`.execute(db)
async function wordsIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select word from noted order by word`.execute(db)
  return rows.map(({ word }) => word)
}

test('what is done is seen within, and by others only when all of it is done', async () => {
  await inOneTransaction(database.db, async (db) => {
    await inTransaction(db, (tx) => note(tx, 'first'))
    await note(db, 'second')
    expect(await wordsIn(db)).toEqual(['first', 'second'])
    expect(await wordsIn(database.db)).toEqual([])
  })
  expect(await wordsIn(database.db)).toEqual(['first', 'second'])
})

test('a transaction within that fails takes back only itself', async () => {
  await inOneTransaction(database.db, async (db) => {
    await inTransaction(db, (tx) => note(tx, 'kept'))
    const failing = inTransaction(db, async (tx) => {
      await note(tx, 'lost')
      await note(tx, 'kept')
    })
    await expect(failing).rejects.toThrow(/duplicate key/)
    await inTransaction(db, (tx) => note(tx, 'later'))
  })
  expect(await wordsIn(database.db)).toEqual(['kept', 'later'])
})

test('transactions that begin at the same time run one after the other', async () => {
  await inOneTransaction(database.db, async (db) => {
    const ends = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        inTransaction(db, async (tx) => {
          await note(tx, `${n}`)
          if (n % 2) throw new Error('given up')
        }),
      ),
    )
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true, false])
  })
  expect(await wordsIn(database.db)).toEqual(['0', '2', '4'])
})

test('an error at the end takes back everything', async () => {
  const failing = inOneTransaction(database.db, async (db) => {
    await inTransaction(db, (tx) => note(tx, 'lost'))
    throw new Error('given up')
  })
  await expect(failing).rejects.toThrow('given up')
  expect(await wordsIn(database.db)).toEqual([])
})

test('a deadlock with somebody else takes back everything at once, and nothing is tried again', async () => {
  await note(database.db, 'ours')
  await note(database.db, 'theirs')
  const take = (db: Db, word: string) => sql`select from noted where word = ${word} for update`.execute(db)
  let runs = 0
  let other: Promise<unknown> | undefined
  const holdTheirs = () =>
    new Promise<void>((held) => {
      other = database.db.transaction().execute(async (tx) => {
        await sql`set local deadlock_timeout = '1min'`.execute(tx)
        await take(tx, 'theirs')
        held()
        await take(tx, 'ours')
      })
    })
  const blocking = inOneTransaction(database.db, async (db) => {
    runs++
    await inTransaction(db, (tx) => take(tx, 'ours'))
    await holdTheirs()
    await inTransaction(db, (tx) => take(tx, 'theirs'))
  })
  await expect(blocking).rejects.toThrow(BlocksOthersError)
  await other
  expect(runs).toBe(1)
})

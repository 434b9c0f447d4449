import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { type Database, inTransaction, openDatabase } from '../db/db.ts'
import type { Repeating } from './repeat.ts'
import { Wakeups, wakeAll } from './wakeups.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(), poolSize: 2, onError: () => {} })
})
afterAll(() => database?.close())

const wakeups = new Wakeups()
const wake = vi.fn()
let task: Repeating
beforeEach(() => {
  wake.mockClear()
  task = wakeups.register({ wake, stop: async () => {} })
})
afterEach(() => task.stop())

test('a commit wakes the tasks of its process once, and not before the commit', async () => {
  await inTransaction(database.db, async (tx) => {
    for (let n = 0; n < 3; n++) wakeups.wakeAfterCommit(tx)
    expect(wake).not.toHaveBeenCalled()
  })
  expect(wake).toHaveBeenCalledTimes(1)
})

test('a rollback wakes no task, nor does work of another kind, and a stopped task is not woken', async () => {
  const rolledBack = inTransaction(database.db, async (tx) => {
    wakeups.wakeAfterCommit(tx)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await inTransaction(database.db, async (tx) => new Wakeups().wakeAfterCommit(tx))
  await task.stop()
  await inTransaction(database.db, async (tx) => wakeups.wakeAfterCommit(tx))
  wakeAll()
  expect(wake).not.toHaveBeenCalled()
})

test('a moved clock wakes the tasks of every kind', () => {
  const other = vi.fn()
  const another = new Wakeups().register({ wake: other, stop: async () => {} })
  wakeAll()
  for (const called of [wake, other]) expect(called).toHaveBeenCalledTimes(1)
  return another.stop()
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import type { Repeating } from '../../platform/concurrency/repeat.ts'
import { type Database, inTransaction, openDatabase, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs.ts'
import { addToOutbox } from './add.ts'
import { wakeOnCommit } from './wake.ts'

const note = defineJob('test.note', z.object({ n: z.int() }))
const vendor = newId<'vendor'>()
const now = new Date('2026-01-01T00:00:00Z')
const promise = (tx: Tx, n: number, dueAt = now) => addToOutbox(tx, vendor, note, { n }, now, dueAt)

let database: Database
beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(), poolSize: 2, onError: () => {} })
})
afterAll(() => database?.close())

const wake = vi.fn()
let relay: Repeating
beforeEach(() => {
  wake.mockClear()
  relay = wakeOnCommit({ wake, stop: async () => {} })
})
afterEach(() => relay.stop())

test('a commit with a new job wakes the relays of its process once, and not before the commit', async () => {
  await inTransaction(database.db, async (tx) => {
    for (const n of [1, 2, 3]) await promise(tx, n)
    expect(wake).not.toHaveBeenCalled()
  })
  expect(wake).toHaveBeenCalledTimes(1)
})

test('a rollback or a later due time wakes no relay, and a stopped relay is not woken', async () => {
  const rolledBack = inTransaction(database.db, async (tx) => {
    await promise(tx, 1)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await inTransaction(database.db, (tx) => promise(tx, 2, new Date(now.getTime() + 60_000)))
  await relay.stop()
  await inTransaction(database.db, (tx) => promise(tx, 3))
  expect(wake).not.toHaveBeenCalled()
})

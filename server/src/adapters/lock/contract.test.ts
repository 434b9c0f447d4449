import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { startChild } from '../../../tests/support/processes/child.ts'
import { startRedis, type TestRedis } from '../../../tests/support/services/redis.ts'
import { requireProgram } from '../../../tests/support/services/require-program.ts'
import { type Lock, lockKey } from '../../ports/lock.ts'
import { postgresLock } from './postgres.ts'
import { redisLock } from './redis.ts'

/** What the suite needs to know about a backend besides its lock. */
interface Store {
  url: string
  lock: Lock
  errors: Error[]
  /** Whether the store has an entry for this name. */
  isKept(name: string): Promise<boolean>
  breakDown(): Promise<void>
  repair(): Promise<void>
  close(): Promise<void>
}

const technologies = [
  { kind: 'postgres', runs: true, open: openPostgres },
  { kind: 'redis', runs: requireProgram('redis-server', 'lock on Redis'), open: openRedis },
] as const

for (const { kind, runs, open } of technologies)
  describe.skipIf(!runs)(`lock on ${kind}`, () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store?.close())

    test('of many concurrent attempts exactly one acquires the lock, and the others get busy', async () => {
      const name = randomUUID()
      const tries = await Promise.allSettled(Array.from({ length: 30 }, () => enter(store.lock, name, 30)))
      const inside = tries.filter((one) => one.status === 'fulfilled')
      expect(inside).toHaveLength(1)
      await inside[0]?.value()
    })

    test('locks of different names are independent', async () => {
      const [one, other] = [randomUUID(), randomUUID()]
      const nested = await store.lock.tryWith(one, 30, () => store.lock.tryWith(other, 30, async () => 'inner'))
      expect(nested).toEqual({ busy: false, result: { busy: false, result: 'inner' } })
    })

    test('the lock is released once the work has ended, and nothing is left in the store', async () => {
      const name = randomUUID()
      expect(await store.lock.tryWith(name, 30, async () => store.isKept(name))).toEqual({ busy: false, result: true })
      expect(await store.isKept(name)).toBe(false)
      expect(await store.lock.tryWith(name, 30, async () => 'again')).toEqual({ busy: false, result: 'again' })
    })

    test('work that throws releases the lock, and its error is rethrown', async () => {
      const name = randomUUID()
      const failing = store.lock.tryWith(name, 30, async () => Promise.reject(new Error('of the work')))
      await expect(failing).rejects.toThrow('of the work')
      expect(await store.isKept(name)).toBe(false)
    })

    test('the lock of a killed process expires with its TTL, not before', async () => {
      const name = randomUUID()
      const child = startChild('lock-holder', { kind, url: store.url, name, ttlSeconds: 2 })
      await child.lines.next()
      await child.kill('SIGKILL')
      expect(await store.lock.tryWith(name, 30, async () => 'early')).toEqual({ busy: true })
      await eventually(() => passThrough(store.lock, name), 10_000)
    })

    test('a holder whose lock has expired does not release the next holder’s', async () => {
      const name = randomUUID()
      const leaveFirst = await enter(store.lock, name, 0.05)
      const leaveSecond = await eventually(() => enter(store.lock, name, 30), 10_000)
      await leaveFirst()
      expect(await store.lock.tryWith(name, 30, async () => 'third')).toEqual({ busy: true })
      await leaveSecond()
      expect(await store.isKept(name)).toBe(false)
    })

    test('when the store is down the work does not run and the caller gets the error', async () => {
      await store.breakDown()
      let ran = false
      const attempt = store.lock.tryWith(randomUUID(), 30, async () => {
        ran = true
      })
      await expect(attempt).rejects.toThrow()
      expect(ran).toBe(false)
      await store.repair()
      await eventually(() => passThrough(store.lock, randomUUID()), 10_000)
    })

    test('when the store goes down during the work, its result is returned and the failed release is reported', async () => {
      store.errors.length = 0
      const answer = await store.lock.tryWith(randomUUID(), 30, async () => {
        await store.breakDown()
        return 'precious'
      })
      expect(answer).toEqual({ busy: false, result: 'precious' })
      expect(store.errors).not.toEqual([])
      await store.repair()
      await eventually(() => passThrough(store.lock, randomUUID()), 10_000)
    })
  })

describe('lock on postgres', () => {
  test('expired locks of killed holders are deleted by later ones', async () => {
    const pool = new pg.Pool({ connectionString: await createTestDatabase() })
    await pool.query(
      `insert into held_lock select 'lock:old' || i, gen_random_uuid(), clock_timestamp() from generate_series(1, 5) i`,
    )
    await passThrough(postgresLock(pool), 'new')
    expect((await pool.query('select name from held_lock')).rows).toEqual([])
    await pool.end()
  })
})

/** Acquires the lock and returns a function that releases it. Throws if the lock is busy. */
async function enter(lock: Lock, name: string, ttlSeconds: number): Promise<() => Promise<void>> {
  let leave = () => {}
  let entered = () => {}
  const inside = new Promise<void>((resolve) => {
    entered = resolve
  })
  const answer = lock.tryWith(name, ttlSeconds, () => {
    entered()
    return new Promise<void>((resolve) => {
      leave = resolve
    })
  })
  if ((await Promise.race([inside, answer]))?.busy) throw new Error('busy')
  return async () => {
    leave()
    await answer
  }
}

async function passThrough(lock: Lock, name: string) {
  const leave = await enter(lock, name, 30)
  await leave()
}

async function openPostgres(): Promise<Store> {
  const url = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: url })
  const errors: Error[] = []
  return {
    url,
    lock: postgresLock(pool, (error) => errors.push(error)),
    errors,
    async isKept(name) {
      const { rowCount } = await pool.query('select from held_lock where name = $1', [lockKey(name)])
      return rowCount === 1
    },
    breakDown: async () => void (await pool.query('alter table held_lock rename to lost')),
    repair: async () => void (await pool.query('alter table lost rename to held_lock')),
    close: () => pool.end(),
  }
}

async function openRedis(): Promise<Store> {
  const server: TestRedis = await startRedis()
  const errors: Error[] = []
  const lock = redisLock({ url: server.url, onError: (error) => errors.push(error) })
  return {
    url: server.url,
    lock,
    errors,
    async isKept(name) {
      const client = new Redis(server.url)
      const found = await client.exists(lockKey(name))
      client.disconnect()
      return found === 1
    },
    breakDown: () => server.kill('SIGKILL'),
    repair: () => server.restart(),
    async close() {
      await lock.close()
      await server.stop()
    },
  }
}

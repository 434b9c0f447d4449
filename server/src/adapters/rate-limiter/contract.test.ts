import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { allLines, startChild } from '../../../tests/support/processes/child.ts'
import { startRedis } from '../../../tests/support/services/redis.ts'
import { requireProgram } from '../../../tests/support/services/require-program.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import { postgresRateLimiter } from './postgres.ts'
import { redisRateLimiter } from './redis.ts'

interface Store {
  url: string
  limiter: RateLimiter
  timeMs(): Promise<number>
  /** Shifts stored times as if this much time had passed; negative: as if the machine's clock had been set back. */
  letPass(ms: number): Promise<void>
  breakDown(): Promise<void>
  repair(): Promise<void>
  close(): Promise<void>
}

/** A permit may be released late by this share of the window (PostgreSQL has 200 slices per window), never early. */
const lateMs = (windowMs: number) => Math.ceil(windowMs / 200)

const technologies = [
  { kind: 'postgres', runs: true, open: openPostgres },
  { kind: 'redis', runs: requireProgram('redis-server', 'rate limiter on Redis'), open: openRedis },
] as const

for (const { kind, runs, open } of technologies)
  describe.skipIf(!runs)(`rate limiter on ${kind}`, () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store?.close())

    const reach = (ms: number) =>
      eventually(async () => {
        const now = await store.timeMs()
        if (now < ms) throw new Error(`the store's clock is ${ms - now} ms behind`)
        return now
      }, 30_000)

    test('grants permits up to the limit, counts the remaining ones down, then says when to retry', async () => {
      const key = randomUUID()
      for (const remaining of [2, 1]) {
        const answer = await store.limiter.take(key, 3, 60_000)
        expect(answer).toEqual({ granted: 1, remaining, retryAfterMs: 0 })
      }
      for (const granted of [1, 0]) {
        const answer = await store.limiter.take(key, 3, 60_000)
        expect(answer).toMatchObject({ granted, remaining: 0 })
        expect(answer.retryAfterMs).toBeGreaterThan(30_000)
        expect(answer.retryAfterMs).toBeLessThanOrEqual(60_000 + lateMs(60_000))
      }
    })

    test('a batch gets the remaining permits', async () => {
      const key = randomUUID()
      expect(await store.limiter.take(key, 10, 60_000, 7)).toMatchObject({ granted: 7, remaining: 3 })
      expect(await store.limiter.take(key, 10, 60_000, 7)).toMatchObject({ granted: 3, remaining: 0 })
      expect(await store.limiter.take(key, 10, 60_000, 7)).toMatchObject({ granted: 0, remaining: 0 })
      expect(await store.limiter.take(randomUUID(), 10, 60_000, 99)).toMatchObject({ granted: 10, remaining: 0 })
    })

    test('a caller with a smaller limit leaves the rest to others, and their permits count for it', async () => {
      const key = randomUUID()
      expect(await store.limiter.take(key, 8, 60_000, 20)).toMatchObject({ granted: 8, remaining: 0 })
      expect(await store.limiter.take(key, 8, 60_000)).toMatchObject({ granted: 0 })
      expect(await store.limiter.take(key, 10, 60_000, 20)).toMatchObject({ granted: 2, remaining: 0 })
      expect(await store.limiter.take(key, 8, 60_000)).toMatchObject({ granted: 0, remaining: 0 })
    })

    test('keys are counted independently', async () => {
      const [one, other] = [randomUUID(), randomUUID()]
      await store.limiter.take(one, 1, 60_000)
      expect(await store.limiter.take(other, 1, 60_000)).toMatchObject({ granted: 1 })
    })

    test('each permit is released after its own window, exactly when retryAfterMs said', async () => {
      const key = randomUUID()
      const windowMs = 40 * MINUTE_MS
      await store.limiter.take(key, 5, windowMs)
      await store.letPass(windowMs / 2)
      expect(await store.limiter.take(key, 5, windowMs, 4)).toMatchObject({ granted: 4, remaining: 0 })
      const { granted, retryAfterMs } = await store.limiter.take(key, 5, windowMs)
      expect(granted).toBe(0)
      expect(retryAfterMs).toBeLessThanOrEqual(windowMs / 2 + lateMs(windowMs))
      await store.letPass(retryAfterMs - windowMs / 4)
      expect(await store.limiter.take(key, 5, windowMs, 5)).toMatchObject({ granted: 0 })
      await store.letPass(windowMs / 4)
      expect(await store.limiter.take(key, 5, windowMs, 5)).toMatchObject({ granted: 1, remaining: 0 })
    })

    test('a burst at the end of one second leaves nothing for the start of the next', async () => {
      const key = randomUUID()
      const second = Math.ceil((await store.timeMs()) / 1000) * 1000
      await reach(second + 900)
      const before = await store.timeMs()
      expect(await store.limiter.take(key, 50, 1_000, 50)).toMatchObject({ granted: 50 })
      await reach(second + 1_000)
      const { granted } = await store.limiter.take(key, 50, 1_000, 50)
      if ((await store.timeMs()) < before + 1_000) expect(granted).toBe(0)
    })

    test('four processes on one limit never get more than it in any window, and use all of it', async () => {
      const key = randomUUID()
      const [limit, windowMs] = [60, 500]
      const hammer = { kind, url: store.url, key, limit, windowMs, lanes: 3, durationMs: 3_000 }
      const children = Array.from({ length: 4 }, () => startChild('limit-hammer', hammer))
      const takes = (await Promise.all(children.map(allLines))).flat() as Take[]
      const refused = takes.filter((take) => take.granted < take.wanted)
      const granted = takes.filter((take) => take.granted > 0)
      expect(mostInAnyWindow(granted, windowMs)).toBeLessThanOrEqual(limit)
      expect(refused.length).toBeGreaterThan(0)
      for (const { from, to } of refused)
        expect(mostThatCounted(granted, from - windowMs - lateMs(windowMs), to)).toBeGreaterThanOrEqual(limit)
    })

    test('a machine clock that is set back blocks a limit for at most one window', async () => {
      const key = randomUUID()
      const windowMs = 1_000
      const beforeMs = await store.timeMs()
      await store.limiter.take(key, 2, windowMs, 2)
      await store.letPass(-HOUR_MS)
      const { granted, retryAfterMs } = await store.limiter.take(key, 2, windowMs)
      expect(retryAfterMs).toBeLessThanOrEqual(windowMs + lateMs(windowMs))
      if ((await store.timeMs()) < beforeMs + windowMs) expect(granted).toBe(0)
      await eventually(
        async () => expect(await store.limiter.take(key, 2, windowMs)).toMatchObject({ granted: 1 }),
        10_000,
      )
    })

    test('take throws while the store is down and works again when it is back', async () => {
      await store.breakDown()
      await expect(store.limiter.take(randomUUID(), 5, 1_000)).rejects.toThrow()
      await store.repair()
      const take = async () => expect(await store.limiter.take(randomUUID(), 5, 1_000)).toMatchObject({ granted: 1 })
      await eventually(take, 10_000)
    })

    test.each([
      [0, 1_000, 1],
      [5, 0, 1],
      [5, 1_000, 0],
      [1.5, 1_000, 1],
      [5, Number.NaN, 1],
    ])('limit %d in %d ms, wanting %d, is rejected as invalid', async (limit, windowMs, wanted) => {
      await expect(store.limiter.take('nonsense', limit, windowMs, wanted)).rejects.toThrow(RangeError)
    })
  })

describe('rate limiter on postgres', () => {
  test('permits count from their grant, not from the call that waited for it', async () => {
    const pool = new pg.Pool({ connectionString: await createTestDatabase() })
    const limiter = postgresRateLimiter(pool)
    const windowMs = 1_000
    await limiter.take('busy', 2, windowMs)
    const blocker = await pool.connect()
    await blocker.query(`begin; select from rate_window where key = 'busy' for update`)
    const waiting = limiter.take('busy', 2, windowMs, 2)
    await blocker.query('select pg_sleep(1.2)')
    const beforeMs = performance.now()
    await blocker.query('commit')
    expect(await waiting).toMatchObject({ granted: 2 })
    const { granted } = await limiter.take('busy', 2, windowMs)
    if (performance.now() < beforeMs + windowMs) expect(granted).toBe(0)
    blocker.release()
    await pool.end()
  })

  test('rows of idle limits are deleted when new limits are added, and those in use are not', async () => {
    const pool = new pg.Pool({ connectionString: await createTestDatabase() })
    const limiter = postgresRateLimiter(pool)
    for (const key of ['idle', 'in use']) await limiter.take(key, 5, 120_000)
    const { rows } = await pool.query(
      `select min(idle_at - clock_timestamp()) > interval '120 seconds' as "keptLongEnough" from rate_window`,
    )
    expect(rows).toEqual([{ keptLongEnough: true }])
    await pool.query(`update rate_window set idle_at = clock_timestamp() where key = 'idle'`)
    await limiter.take('new', 5, 120_000)
    const left = await pool.query('select key from rate_window order by key')
    expect(left.rows).toEqual([{ key: 'in use' }, { key: 'new' }])
    await pool.end()
  })
})

describe.skipIf(!technologies[1].runs)('rate limiter on redis', () => {
  test('the key of an idle limit expires one window after its last permit', async () => {
    const server = await startRedis()
    const limiter = redisRateLimiter({ url: server.url, onError: () => {} })
    const client = new Redis(server.url)
    await limiter.take('short', 5, 100)
    await limiter.take('long', 5, 60_000)
    await eventually(async () => expect(await client.keys('*')).toEqual(['permits:60000:long']), 10_000)
    expect(await client.pttl('permits:60000:long')).toBeLessThanOrEqual(60_001)
    client.disconnect()
    await limiter.close()
    await server.stop()
  })
})

/** The store decided between `from` and `to` of its own clock. */
interface Take {
  from: number
  to: number
  wanted: number
  granted: number
}

const permitsOf = (takes: Take[]) => takes.reduce((sum, take) => sum + take.granted, 0)

/** Counts only permits that were certainly granted in the window, so that a slow machine cannot fail the test. */
const mostInAnyWindow = (takes: Take[], windowMs: number): number =>
  Math.max(
    ...takes.map(({ from }) => permitsOf(takes.filter((take) => take.from >= from && take.to < from + windowMs))),
  )

/** Counts every permit that may have been granted between the two. */
const mostThatCounted = (takes: Take[], afterMs: number, untilMs: number): number =>
  permitsOf(takes.filter((take) => take.to >= afterMs && take.from <= untilMs))

async function openPostgres(): Promise<Store> {
  const url = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: url })
  return {
    url,
    limiter: postgresRateLimiter(pool),
    async timeMs() {
      const { rows } = await pool.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
      return rows[0].ms
    },
    async letPass(ms) {
      await pool.query('update rate_window set newest_slice = newest_slice - ceil($1 * 200.0 / window_ms)', [ms])
    },
    breakDown: async () => void (await pool.query('alter table rate_window rename to lost')),
    repair: async () => void (await pool.query('alter table lost rename to rate_window')),
    close: () => pool.end(),
  }
}

async function openRedis(): Promise<Store> {
  const server = await startRedis()
  const limiter = redisRateLimiter({ url: server.url, onError: () => {} })
  const client = new Redis(server.url)
  client.on('error', () => {})
  return {
    url: server.url,
    limiter,
    async timeMs() {
      const [seconds, micros] = await client.time()
      return Number(seconds) * 1000 + Number(micros) / 1000
    },
    async letPass(ms) {
      for (const key of await client.keys('*'))
        for (const member of await client.zrange(key, '0', '-1')) await client.zincrby(key, -ms * 1_000, member)
    },
    breakDown: () => server.kill('SIGKILL'),
    repair: () => server.restart(),
    async close() {
      client.disconnect()
      await limiter.close()
      await server.stop()
    },
  }
}

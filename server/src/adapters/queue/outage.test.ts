import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import { describe, expect, type TestContext, test } from 'vitest'
import { createEmptyDatabase } from '../../../tests/support/database/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { allLines, startChild } from '../../../tests/support/processes/child.ts'
import type { QueueProcessArgs } from '../../../tests/support/processes/queue-process.ts'
import { queueStores } from '../../../tests/support/processes/queue-store.ts'
import { job as anyJob, closedGate, untilEmpty } from '../../../tests/support/processes/queue-watch.ts'
import { openBreakableConnection } from '../../../tests/support/services/breakable-connection.ts'
import { startRedis } from '../../../tests/support/services/redis.ts'
import { type Queue, type QueuedJob, RetryLater } from '../../ports/queue.ts'
import { createBullQueue } from './bullmq.ts'

/** Outage tests mostly wait, each on its own server or proxy, so they run concurrently. */
type Cleaning = Pick<TestContext, 'onTestFinished'>

/** Servers may be restarted at any time: the product waits and continues without a restart. */
const BACK_WITHIN_MS = 10_000
const OUTAGE_MS = 2_000

for (const { kind, runs, open } of queueStores)
  describe.skipIf(!runs).concurrent(`queue on ${kind}`, () => {
    /** A queue that reaches its server through a proxy that can be cut. */
    async function openBreakable({ onTestFinished }: Cleaning) {
      const store = await open()
      const connection = await openBreakableConnection(store.engine.url)
      const errors: Error[] = []
      const engine = { ...store.engine, url: connection.url }
      const queue = await createBullQueue({ engine, onError: (error) => errors.push(error) })
      onTestFinished(async () => {
        await queue.close()
        await connection.close()
        await store.close()
      })
      return { queue, store, engine, connection, errors }
    }

    test('after an outage workers process new jobs on existing and new lanes', async (context) => {
      const { queue, connection, errors } = await openBreakable(context)
      const ran = await collect(queue, 'old')
      await queue.add('old', [job('before')])
      await eventually(() => expect(ran).toEqual(['before']), BACK_WITHIN_MS)

      await connection.cut()
      await expect(queue.add('old', [job('lost')])).rejects.toThrow()
      await expect(queue.add('new', [job('lost')])).rejects.toThrow()
      await sleep(OUTAGE_MS)
      await connection.restore()
      const restoredAt = performance.now()
      await eventually(() => queue.add('old', [job('after')]), BACK_WITHIN_MS)
      await eventually(() => expect(ran).toEqual(['before', 'after']), BACK_WITHIN_MS)
      await queue.add('new', [job('first')])
      const ranNew = await collect(queue, 'new')
      await eventually(() => expect(ranNew).toEqual(['first']), BACK_WITHIN_MS)
      expect(performance.now() - restoredAt).toBeLessThan(BACK_WITHIN_MS)
      expect(errors).not.toEqual([])
      expect(errors.length).toBeLessThan(50) // the same error is not reported over and over
    })

    test('a job that ends during an outage runs once, and a postponed one loses no attempt', async (context) => {
      const { queue, connection } = await openBreakable(context)
      const runs: string[] = []
      const dead: unknown[] = []
      const outage = closedGate()
      await queue.work('lane', {
        concurrency: 2,
        async handle({ id, attempt }) {
          const isAgain = runs.includes(`${id} 1`)
          runs.push(`${id} ${attempt}`)
          await outage.opened
          if (id === 'postponed' && !isAgain) throw new RetryLater(1)
        },
        onDead: async (one) => void dead.push(one),
      })
      await queue.add('lane', [job('done'), job('postponed')])
      await eventually(() => expect(runs).toHaveLength(2), BACK_WITHIN_MS)
      await connection.cut()
      outage.open()
      await sleep(OUTAGE_MS)
      await connection.restore()
      await untilEmpty(queue, 'lane')
      expect(runs.toSorted()).toEqual(['done 1', 'postponed 1', 'postponed 1'])
      expect(dead).toEqual([])
    })

    test('a server that fails to return jobs is retried with pauses until it does', async (context) => {
      const { queue, store } = await openBreakable(context)
      const ran = await collect(queue, 'lane')
      await store.refuse()
      const before = await store.refusals()
      await sleep(OUTAGE_MS)
      expect((await store.refusals()) - before).toBeLessThan(50)
      await store.acceptAgain()
      await queue.add('lane', [job('after')])
      await eventually(() => expect(ran).toEqual(['after']), BACK_WITHIN_MS)
    })

    test.for(['returns', 'hangs'] as const)(
      'a process whose handler %s can be stopped during an outage',
      async (handler, context) => {
        const { queue, engine, connection } = await openBreakable(context)
        await queue.add('lane', [job('running')])
        const args: QueueProcessArgs = { engine, lane: 'lane', handler }
        const child = startChild('queue-process', args)
        expect((await child.lines.next()).value).toEqual({ ran: 'running' })
        await connection.cut()
        await child.kill('SIGTERM')
        expect(await allLines(child)).toEqual([]) // throws if the process did not exit cleanly
        await connection.restore()
      },
    )

    test('an unreachable server is an error at start', async (context) => {
      const { engine, connection } = await openBreakable(context)
      await connection.cut()
      await expect(createBullQueue({ engine, onError: () => {} })).rejects.toThrow('ECONNREFUSED')
      await connection.restore()
    })
  })

describe.concurrent('queue on postgres', () => {
  test('processes that start concurrently on an empty database all succeed', async () => {
    const url = await createEmptyDatabase()
    const starting = Array.from({ length: 4 }, () =>
      createBullQueue({ engine: { kind: 'postgres', url }, onError: fail }),
    )
    const queues = await Promise.all(starting)
    const ran = (await Promise.all(queues.map((queue) => collect(queue, 'lane')))).flat()
    expect(ran).toEqual([])
    await Promise.all(queues.map((queue, n) => queue.add('lane', [job(`job-${n}`)])))
    for (const queue of queues) await untilEmpty(queue, 'lane')
    await Promise.all(queues.map((queue) => queue.close()))
  })

  test('a job whose notification was lost is found', async ({ onTestFinished }) => {
    const url = await createEmptyDatabase()
    const queue = await createBullQueue({ engine: { kind: 'postgres', url }, onError: fail })
    onTestFinished(() => queue.close())
    const ran = await collect(queue, 'lane')
    await queue.add('lane', [job('in an hour', { delayMs: 3_600_000 })]) // until then BullMQ would rely on a notification
    await sleep(500)
    await onDatabase(url, `update bullmq.job set state = 'waiting' where queue = 'lane'`)
    await eventually(() => expect(ran).toEqual(['in an hour']), BACK_WITHIN_MS)
  })

  test('a job runs once even if the server closes the connection while its completion is recorded', async ({
    onTestFinished,
  }) => {
    const url = await createEmptyDatabase()
    const queue = await createBullQueue({ engine: { kind: 'postgres', url }, onError: () => {} })
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    onTestFinished(async () => {
      await admin.end()
      await queue.close()
    })
    const runs: string[] = []
    await queue.work('lane', {
      concurrency: 1,
      async handle({ id }) {
        runs.push(id)
        await admin.query('begin')
        await admin.query('lock table bullmq.job in access exclusive mode')
      },
      onDead: async ({ id }) => void runs.push(`dead ${id}`),
    })
    await queue.add('lane', [job('noted')])
    await eventually(async () => {
      await admin.query('select pg_stat_clear_snapshot()')
      const waiting = await admin.query(`select from pg_stat_activity where wait_event_type = 'Lock'
                                         and datname = current_database() and query like '%move_to_completed%'`)
      expect(waiting.rowCount).toBe(1)
    }, BACK_WITHIN_MS)
    await admin.query(END_ALL_OTHERS)
    await admin.query('rollback')
    await untilEmpty(queue, 'lane')
    expect(runs).toEqual(['noted'])
  })

  test('connections that the server closes are reopened', async ({ onTestFinished }) => {
    const url = await createEmptyDatabase()
    const queue = await createBullQueue({ engine: { kind: 'postgres', url }, onError: () => {} })
    onTestFinished(() => queue.close())
    const ran = await collect(queue, 'lane')
    for (const id of ['one', 'two']) {
      await onDatabase(url, END_ALL_OTHERS)
      await eventually(() => queue.add('lane', [job(id)]), BACK_WITHIN_MS)
      await eventually(() => expect(ran.at(-1)).toBe(id), BACK_WITHIN_MS)
    }
  })
})

/** Closes connections as a restart does, with the same error message. */
const END_ALL_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

describe.skipIf(!queueStores[1].runs).concurrent('queue on redis', () => {
  test.for(['restarted empty', 'flushed'])(
    'after Redis was %s, workers process new jobs',
    async (how, { onTestFinished }) => {
      const server = await startRedis()
      const queue = await createBullQueue({ engine: { kind: 'redis', url: server.url }, onError: () => {} })
      onTestFinished(async () => {
        await queue.close()
        await server.stop()
      })
      const ran = await collect(queue, 'lane')
      await queue.add('lane', [job('before'), job('delayed', { delayMs: 60_000 })])
      await eventually(() => expect(ran).toEqual(['before']), BACK_WITHIN_MS)
      if (how === 'flushed') await flush(server.url)
      else await server.restart()
      await eventually(() => queue.add('lane', [job('after')]), BACK_WITHIN_MS)
      await eventually(() => expect(ran).toEqual(['before', 'after']), BACK_WITHIN_MS)
    },
  )
})

async function onDatabase(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function flush(url: string) {
  const client = new Redis(url)
  await client.flushall()
  client.disconnect()
}

async function collect(queue: Queue, lane: string): Promise<string[]> {
  const ran: string[] = []
  const handle = async ({ id }: { id: string }) => void ran.push(id)
  await queue.work(lane, { concurrency: 5, handle, onDead: async () => {} })
  return ran
}

const fail = (error: Error) => expect.fail(error.message)

const job = (id: string, fields: Partial<QueuedJob> = {}) => anyJob({ id, ...fields })

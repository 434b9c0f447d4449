import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { type QueueStore, queueStores } from '../../../tests/support/processes/queue-store.ts'
import { closedGate, job, SOON_MS, untilEmpty, watchLane } from '../../../tests/support/processes/queue-watch.ts'
import { PermanentFailure, type Queue, RetryLater } from '../../ports/queue.ts'
import { createBullQueue } from './bullmq.ts'

for (const { kind, runs, open } of queueStores)
  describe.skipIf(!runs)(`queue on ${kind}`, () => {
    let store: QueueStore
    let queue: Queue
    beforeAll(async () => {
      store = await open()
      queue = await createBullQueue({ engine: store.engine, onError: () => {}, timing: { deadRetryMs: 200 } })
    })
    afterAll(async () => {
      await queue?.close()
      await store?.close()
    })

    test('a job runs once, with the id, name and payload it was added with', async () => {
      const lane = randomUUID()
      const { ran } = await watchLane(queue, lane)
      const payload = { recipientIds: ['a', 'b'], page: { size: 50, last: null }, 'ключ ✓': -0.5 }
      const ids = ['plain', '42', 'vendor:7:chunk:3', 'ü/%?#', '0']
      for (const id of ids) await queue.add(lane, [job({ id, name: `name of ${id}`, payload })])
      await untilEmpty(queue, lane)
      expect(ran.toSorted(byId)).toEqual(
        ids
          .map((id) => ({ id, name: `name of ${id}`, payload, attempt: 1, waitedMs: expect.any(Number) }))
          .toSorted(byId),
      )
    })

    test('a thousand jobs added in one call all run, each once', async () => {
      const lane = randomUUID()
      const jobs = Array.from({ length: 1_000 }, (_, n) => job({ id: `job-${n}`, payload: { n } }))
      await queue.add(lane, jobs)
      const { ran } = await watchLane(queue, lane, { concurrency: 50 })
      await untilEmpty(queue, lane)
      expect(new Set(ran.map((one) => one.id))).toEqual(new Set(jobs.map((one) => one.id)))
      expect(ran).toHaveLength(1_000)
    })

    test('adding no jobs is allowed', async () => {
      await queue.add(randomUUID(), [])
    })

    test('a delayed job does not run before its time, and does run after it', async () => {
      const lane = randomUUID()
      const { ranAt } = await watchLane(queue, lane)
      const addedAt = performance.now()
      await queue.add(lane, [job({ delayMs: 700 })])
      await untilEmpty(queue, lane)
      expect(ranAt).toHaveLength(1)
      expect(ranAt[0]).toBeGreaterThanOrEqual(addedAt + 690)
    })

    test('a job says how long it has been due when it starts for the first time, and not when it starts again', async () => {
      const lane = randomUUID()
      const addedAt = performance.now()
      await queue.add(lane, [job({ attempts: 2, delayMs: 400 })])
      await sleep(1_000)
      const { ran } = await watchLane(queue, lane, { handle: () => Promise.reject(new Error('no')) })
      await untilEmpty(queue, lane)
      expect(ran).toHaveLength(2)
      expect(ran[0]?.waitedMs).toBeGreaterThanOrEqual(590)
      expect(ran[0]?.waitedMs).toBeLessThanOrEqual(performance.now() - addedAt - 390)
      expect(ran[1]?.waitedMs).toBeUndefined()
    })

    test('a failing job is retried with exponential backoff up to its attempts and is then dead', async () => {
      const lane = randomUUID()
      const { ran, ranAt, dead } = await watchLane(queue, lane, { handle: () => Promise.reject(new Error('no route')) })
      await queue.add(lane, [job({ id: 'failing', attempts: 4, backoffMs: 150, payload: { n: 1 } })])
      await untilEmpty(queue, lane)
      expect(ran.map((one) => one.attempt)).toEqual([1, 2, 3, 4])
      const waits = ranAt.slice(1).map((at, i) => at - (ranAt[i] ?? 0))
      for (const [i, atLeast] of [140, 290, 590].entries()) expect(waits[i]).toBeGreaterThanOrEqual(atLeast)
      expect(dead).toEqual([{ id: 'failing', name: 'work', payload: { n: 1 }, attempt: 4, reason: 'no route' }])
    })

    test('a job that fails and then succeeds is not dead', async () => {
      const lane = randomUUID()
      const { ran, dead } = await watchLane(queue, lane, {
        handle: async ({ attempt }) => attempt === 1 && Promise.reject(new Error('once')),
      })
      await queue.add(lane, [job({ attempts: 2 })])
      await untilEmpty(queue, lane)
      expect([ran.length, dead.length]).toEqual([2, 0])
    })

    test('PermanentFailure ends a job at once', async () => {
      const lane = randomUUID()
      const { ran, dead } = await watchLane(queue, lane, {
        handle: () => Promise.reject(new PermanentFailure('the number is invalid')),
      })
      await queue.add(lane, [job({ attempts: 10 })])
      await untilEmpty(queue, lane)
      expect(ran).toHaveLength(1)
      expect(dead).toMatchObject([{ attempt: 1, reason: 'the number is invalid' }])
    })

    test('while onDead throws, it is called again for the dead job, which is not run again', async () => {
      const lane = randomUUID()
      let refusals = 2
      const { ran, dead } = await watchLane(queue, lane, {
        handle: () => Promise.reject(new PermanentFailure('broken \0 text')),
        onDead: async () => refusals-- > 0 && Promise.reject(new Error('the database is away')),
      })
      await queue.add(lane, [job({ id: 'kept' })])
      await untilEmpty(queue, lane)
      expect(ran).toHaveLength(1)
      expect(dead.map((one) => [one.id, one.reason])).toEqual(Array(3).fill(['kept', 'broken  text']))
    })

    test('RetryLater postpones a job without using up a try, also by a fraction of a millisecond', async () => {
      const lane = randomUUID()
      let postponements = 3
      const { ran, ranAt, dead } = await watchLane(queue, lane, {
        handle: async () => postponements-- > 0 && Promise.reject(new RetryLater(200.5)),
      })
      await queue.add(lane, [job({ attempts: 1 })])
      await untilEmpty(queue, lane)
      expect(ran.map((one) => one.attempt)).toEqual([1, 1, 1, 1])
      for (const [i, at] of ranAt.slice(1).entries()) expect(at - (ranAt[i] ?? 0)).toBeGreaterThanOrEqual(190)
      expect(dead).toEqual([])
    })

    test('a waiting or delayed job can be removed; a running or unknown one cannot', async () => {
      const lane = randomUUID()
      await queue.add(lane, [job({ id: 'waiting' }), job({ id: 'behind', priority: 5 }), job({ id: 'kept' })])
      await queue.add(lane, [job({ id: 'delayed', delayMs: 60_000 })])
      for (const id of ['waiting', 'behind', 'delayed']) expect(await queue.remove(lane, id)).toBe(true)
      for (const id of ['waiting', 'behind', 'delayed', 'unknown']) expect(await queue.remove(lane, id)).toBe(false)

      const gate = closedGate()
      const { ran } = await watchLane(queue, lane, { handle: () => gate.opened })
      await eventually(() => expect(ran).toHaveLength(1), SOON_MS)
      expect(await queue.remove(lane, 'kept')).toBe(false)
      gate.open()
      await untilEmpty(queue, lane)
      expect(ran.map((one) => one.id)).toEqual(['kept'])
    })

    test('a job reported as removed never runs, however close a worker was', async () => {
      const lane = randomUUID()
      const { ran } = await watchLane(queue, lane)
      const removed = new Set<string>()
      for (let n = 0; n < 150; n++) {
        const id = `race-${n}`
        await queue.add(lane, [job({ id })])
        if (await queue.remove(lane, id)) removed.add(id)
      }
      await untilEmpty(queue, lane)
      expect(ran.filter((one) => removed.has(one.id))).toEqual([])
      expect(ran).toHaveLength(150 - removed.size)
    })

    test('an id added again while its job is queued or running is ignored', async () => {
      const lane = randomUUID()
      const idempotency = job({ id: 'once' })
      await queue.add(lane, [idempotency, idempotency])
      await Promise.all([queue.add(lane, [idempotency]), queue.add(lane, [idempotency, job({ id: 'other' })])])
      const gate = closedGate()
      const { ran } = await watchLane(queue, lane, { handle: () => gate.opened })
      await eventually(() => expect(ran).toHaveLength(2), SOON_MS)
      await queue.add(lane, [idempotency])
      gate.open()
      await untilEmpty(queue, lane)
      expect(ran.map((one) => one.id).toSorted()).toEqual(['once', 'other'])
    })

    test('the same jobs added concurrently in different orders are added once', async () => {
      const lane = randomUUID()
      const jobs = Array.from({ length: 1_000 }, (_, n) => job({ id: `job-${n}` }))
      await queue.add(lane, jobs.slice(0, 2)) // the first calls on a lane are sequential
      const orders = [jobs, jobs.toReversed(), jobs]
      await Promise.all(orders.map((order) => queue.add(lane, order)))
      expect(await queue.depth(lane)).toEqual({ waiting: 1_000, delayed: 0, active: 0 })
    })

    test('an id can be used again after its job has run or died', async () => {
      const lane = randomUUID()
      const { ran, dead } = await watchLane(queue, lane, {
        handle: async ({ payload }) => payload['fails'] === true && Promise.reject(new PermanentFailure('dead')),
      })
      for (const fails of [false, true, false]) {
        await queue.add(lane, [job({ id: 'reused', payload: { fails } })])
        await untilEmpty(queue, lane)
      }
      expect([ran.length, dead.length]).toEqual([3, 1])
    })

    test('the lower priority number runs first, the default before all others', async () => {
      const lane = randomUUID()
      const added = [9, 1, undefined, 5, 1, undefined]
      await queue.add(
        lane,
        added.map((priority, n) => job({ id: `job-${n}`, ...(priority && { priority }) })),
      )
      const { ran } = await watchLane(queue, lane, { concurrency: 1 })
      await untilEmpty(queue, lane)
      expect(ran.map((one) => one.id)).toEqual(['job-2', 'job-5', 'job-1', 'job-4', 'job-3', 'job-0'])
    })

    test('as many jobs run concurrently as allowed, and never more', async () => {
      const lane = randomUUID()
      let [running, most] = [0, 0]
      const handle = async () => {
        most = Math.max(most, ++running)
        await sleep(30)
        running--
      }
      await queue.add(
        lane,
        Array.from({ length: 40 }, () => job()),
      )
      await watchLane(queue, lane, { concurrency: 7, handle })
      await untilEmpty(queue, lane)
      expect(most).toBe(7)
    })

    test('a lane full of slow jobs does not delay another lane', async () => {
      const [slow, quick] = [randomUUID(), randomUUID()]
      const gate = closedGate()
      const stuck = await watchLane(queue, slow, { concurrency: 1, handle: () => gate.opened })
      await queue.add(
        slow,
        Array.from({ length: 20 }, () => job()),
      )
      await eventually(() => expect(stuck.ran).toHaveLength(1), SOON_MS)
      const { ran } = await watchLane(queue, quick, { concurrency: 1 })
      await queue.add(quick, [job()])
      await untilEmpty(queue, quick)
      expect([ran.length, stuck.ran.length]).toEqual([1, 1])
      gate.open()
    })

    test('depth counts waiting, delayed and running jobs', async () => {
      const lane = randomUUID()
      expect(await queue.depth(lane)).toEqual({ waiting: 0, delayed: 0, active: 0 })
      await queue.add(lane, [job(), job(), job({ priority: 3 }), job({ delayMs: 60_000 })])
      expect(await queue.depth(lane)).toEqual({ waiting: 3, delayed: 1, active: 0 })
      const gate = closedGate()
      const { ran } = await watchLane(queue, lane, { concurrency: 2, handle: () => gate.opened })
      await eventually(() => expect(ran).toHaveLength(2), SOON_MS)
      expect(await queue.depth(lane)).toEqual({ waiting: 1, delayed: 1, active: 2 })
      gate.open()
    })

    test('jobs that are done or dead leave nothing behind', async () => {
      const lane = randomUUID()
      const { ran } = await watchLane(queue, lane, {
        concurrency: 50,
        handle: async ({ attempt, payload }) =>
          payload['n'] === 0 && Promise.reject(attempt === 1 ? new Error('again') : new PermanentFailure('dead')),
      })
      for (let round = 1; round <= 3; round++) {
        await queue.add(
          lane,
          Array.from({ length: 500 }, (_, n) => job({ payload: { n: n % 10 }, attempts: 3 })),
        )
        await untilEmpty(queue, lane)
        expect(new Set(ran.map(({ id }) => id)).size).toBe(round * 500)
        const { jobs, events } = await store.leftovers(lane)
        expect(jobs).toBe(0)
        expect(events).toBeLessThan(2_000) // the log of one round alone would be longer
      }
    })

    test('a closed queue rejects every call', async () => {
      const closed = await createBullQueue({ engine: store.engine, onError: () => {} })
      await closed.add('lane', [job()])
      await Promise.all([closed.close(), closed.close()])
      const calls = [
        () => closed.add('lane', [job()]),
        () => closed.remove('lane', 'any'),
        () => closed.depth('lane'),
        () => closed.work('lane', { concurrency: 1, handle: async () => {}, onDead: async () => {} }),
      ]
      for (const call of calls) await expect(call()).rejects.toThrow('closed')
    })
  })

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

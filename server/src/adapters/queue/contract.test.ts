import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allLines, startChild } from '../../../tests/support/child.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import type { QueueProcessArgs } from '../../../tests/support/queue-process.ts'
import { type QueueStore, queueStores } from '../../../tests/support/queue-store.ts'
import { type DeadJob, GiveUp, type Queue, type QueuedJob, RunAgainIn, type RunningJob } from '../../ports/queue.ts'
import { createBullQueue } from './bullmq.ts'

/** For tests about lost workers. The others keep production's, so that a busy machine cannot make a job look lost. */
const hastyTiming = { lockMs: 2_000, stalledCheckMs: 500, lostWorkersMax: 1 }

/** What a test's handlers answer is of no interest, only whether they throw. */
interface Watching {
  concurrency?: number
  handle?(job: RunningJob): Promise<unknown>
  onDead?(job: DeadJob): Promise<unknown>
}

/** How long the suite waits for what should happen at once. */
const SOON_MS = 20_000

for (const { kind, runs, open } of queueStores)
  describe.skipIf(!runs)(`queue on ${kind}`, () => {
    let store: QueueStore
    let queue: Queue
    let hasty: Queue
    beforeAll(async () => {
      store = await open()
      queue = await createBullQueue({ engine: store.engine, onError: () => {}, timing: { deadRetryMs: 200 } })
      hasty = await createBullQueue({ engine: store.engine, onError: () => {}, timing: hastyTiming })
    })
    afterAll(async () => {
      await Promise.all([queue?.close(), hasty?.close()])
      await store?.close()
    })

    /** Works on a lane until the test ends, and keeps what it saw. */
    async function watch(lane: string, options: Watching = {}, on = queue, whenTestEnds = onTestFinished) {
      const seen = { ran: [] as RunningJob[], ranAt: [] as number[], dead: [] as DeadJob[] }
      const worker = await on.work(lane, {
        concurrency: options.concurrency ?? 10,
        async handle(job) {
          seen.ran.push(job)
          seen.ranAt.push(performance.now())
          await options.handle?.(job)
        },
        async onDead(job) {
          seen.dead.push(job)
          await options.onDead?.(job)
        },
      })
      whenTestEnds(() => worker.stop(0))
      return Object.assign(seen, { stop: worker.stop })
    }
    const isEmpty = (lane: string) =>
      eventually(async () => expect(await queue.depth(lane)).toEqual({ waiting: 0, delayed: 0, active: 0 }), SOON_MS)

    test.concurrent('a job whose worker was killed runs again within 30 s', async ({ onTestFinished }) => {
      const lane = randomUUID()
      const child = startChild('queue-process.ts', args({ lane, handler: 'hangs' }))
      await queue.add(lane, [job({ id: 'orphan' })])
      expect((await child.lines.next()).value).toEqual({ ran: 'orphan' })
      const standby = await createBullQueue({ engine: store.engine, onError: () => {} }) // with production's timing
      onTestFinished(() => standby.close())
      const ran: RunningJob[] = []
      await standby.work(lane, {
        concurrency: 1,
        handle: async (found) => void ran.push(found),
        onDead: async () => {},
      })
      await child.kill('SIGKILL')
      await eventually(() => expect(ran).toMatchObject([{ id: 'orphan', attempt: 1 }]), 30_000)
    })

    test.concurrent('a job that kills one worker after another ends as dead', async ({ onTestFinished }) => {
      const lane = randomUUID()
      await queue.add(lane, [job({ id: 'poison', attempts: 50 })])
      const lives = []
      for (let life = 0; life <= hastyTiming.lostWorkersMax; life++)
        lives.push(
          ...(await allLines(startChild('queue-process.ts', args({ lane, handler: 'dies', timing: hastyTiming })))),
        )
      expect(lives).toEqual([{ ran: 'poison' }, { ran: 'poison' }])
      const { ran, dead } = await watch(lane, {}, hasty, onTestFinished)
      await eventually(
        () => expect(dead).toMatchObject([{ id: 'poison', reason: expect.stringContaining('died 2 times') }]),
        SOON_MS,
      )
      expect(ran).toEqual([])
      await isEmpty(lane)
    })

    test.concurrent('a healthy job that runs far longer than its lock is never run twice', async ({
      onTestFinished,
    }) => {
      const lane = randomUUID()
      const timing = { lockMs: 4_000, stalledCheckMs: 1_000 }
      const eager = await createBullQueue({ engine: store.engine, onError: () => {}, timing })
      onTestFinished(() => eager.close())
      const handle = () => sleep(2.5 * timing.lockMs)
      const one = await watch(lane, { handle }, eager, onTestFinished)
      const other = await watch(lane, { handle }, eager, onTestFinished)
      await queue.add(lane, [job()])
      await eventually(() => expect(one.ran.length + other.ran.length).toBe(1), SOON_MS)
      await isEmpty(lane)
      expect(one.ran.length + other.ran.length).toBe(1)
    })

    test('a job runs once, with the id, name and payload it was added with', async () => {
      const lane = randomUUID()
      const { ran } = await watch(lane)
      const payload = { recipientIds: ['a', 'b'], page: { size: 50, last: null }, 'ключ ✓': -0.5 }
      const ids = ['plain', '42', 'vendor:7:chunk:3', 'ü/%?#', '0']
      for (const id of ids) await queue.add(lane, [job({ id, name: `name of ${id}`, payload })])
      await isEmpty(lane)
      expect(ran.toSorted(byId)).toEqual(
        ids.map((id) => ({ id, name: `name of ${id}`, payload, attempt: 1 })).toSorted(byId),
      )
    })

    test('a thousand jobs added in one call all run, each once', async () => {
      const lane = randomUUID()
      const jobs = Array.from({ length: 1_000 }, (_, n) => job({ id: `job-${n}`, payload: { n } }))
      await queue.add(lane, jobs)
      const { ran } = await watch(lane, { concurrency: 50 })
      await isEmpty(lane)
      expect(new Set(ran.map((one) => one.id))).toEqual(new Set(jobs.map((one) => one.id)))
      expect(ran).toHaveLength(1_000)
    })

    test('adding no jobs is fine', async () => {
      await queue.add(randomUUID(), [])
    })

    test('a delayed job does not run before its time, and does run after it', async () => {
      const lane = randomUUID()
      const { ranAt } = await watch(lane)
      const addedAt = performance.now()
      await queue.add(lane, [job({ delayMs: 700 })])
      await isEmpty(lane)
      expect(ranAt).toHaveLength(1)
      expect(ranAt[0]).toBeGreaterThanOrEqual(addedAt + 690)
    })

    test('a failing job is tried as often as it may be, each time after twice the wait, and is then dead', async () => {
      const lane = randomUUID()
      const { ran, ranAt, dead } = await watch(lane, { handle: () => Promise.reject(new Error('no route')) })
      await queue.add(lane, [job({ id: 'failing', attempts: 4, backoffMs: 150, payload: { n: 1 } })])
      await isEmpty(lane)
      expect(ran.map((one) => one.attempt)).toEqual([1, 2, 3, 4])
      const waits = ranAt.slice(1).map((at, i) => at - (ranAt[i] ?? 0))
      for (const [i, atLeast] of [140, 290, 590].entries()) expect(waits[i]).toBeGreaterThanOrEqual(atLeast)
      expect(dead).toEqual([{ id: 'failing', name: 'work', payload: { n: 1 }, attempt: 4, reason: 'no route' }])
    })

    test('a job that fails and then succeeds is not dead', async () => {
      const lane = randomUUID()
      const { ran, dead } = await watch(lane, {
        handle: async ({ attempt }) => attempt === 1 && Promise.reject(new Error('once')),
      })
      await queue.add(lane, [job({ attempts: 2 })])
      await isEmpty(lane)
      expect([ran.length, dead.length]).toEqual([2, 0])
    })

    test('GiveUp ends a job at once', async () => {
      const lane = randomUUID()
      const { ran, dead } = await watch(lane, { handle: () => Promise.reject(new GiveUp('the number is invalid')) })
      await queue.add(lane, [job({ attempts: 10 })])
      await isEmpty(lane)
      expect(ran).toHaveLength(1)
      expect(dead).toMatchObject([{ attempt: 1, reason: 'the number is invalid' }])
    })

    test('while onDead throws, the dead job stays and is offered to it again, but not run again', async () => {
      const lane = randomUUID()
      let refusals = 2
      const { ran, dead } = await watch(lane, {
        handle: () => Promise.reject(new GiveUp('broken \0 text')),
        onDead: async () => refusals-- > 0 && Promise.reject(new Error('the database is away')),
      })
      await queue.add(lane, [job({ id: 'kept' })])
      await isEmpty(lane)
      expect(ran).toHaveLength(1)
      expect(dead.map((one) => [one.id, one.reason])).toEqual(Array(3).fill(['kept', 'broken  text']))
    })

    test('RunAgainIn postpones a job without using up a try', async () => {
      const lane = randomUUID()
      let postponements = 3
      const { ran, ranAt, dead } = await watch(lane, {
        handle: async () => postponements-- > 0 && Promise.reject(new RunAgainIn(200)),
      })
      await queue.add(lane, [job({ attempts: 1 })])
      await isEmpty(lane)
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

      const gate = openableGate()
      const { ran } = await watch(lane, { handle: () => gate.opened })
      await eventually(() => expect(ran).toHaveLength(1), SOON_MS)
      expect(await queue.remove(lane, 'kept')).toBe(false)
      gate.open()
      await isEmpty(lane)
      expect(ran.map((one) => one.id)).toEqual(['kept'])
    })

    test('a job reported as removed never runs, however close a worker was', async () => {
      const lane = randomUUID()
      const { ran } = await watch(lane)
      const removed = new Set<string>()
      for (let n = 0; n < 150; n++) {
        const id = `race-${n}`
        await queue.add(lane, [job({ id })])
        if (await queue.remove(lane, id)) removed.add(id)
      }
      await isEmpty(lane)
      expect(ran.filter((one) => removed.has(one.id))).toEqual([])
      expect(ran).toHaveLength(150 - removed.size)
    })

    test('an id that is added again while its job is queued or runs is added once', async () => {
      const lane = randomUUID()
      const once = job({ id: 'once' })
      await queue.add(lane, [once, once])
      await Promise.all([queue.add(lane, [once]), queue.add(lane, [once, job({ id: 'other' })])])
      const gate = openableGate()
      const { ran } = await watch(lane, { handle: () => gate.opened })
      await eventually(() => expect(ran).toHaveLength(2), SOON_MS)
      await queue.add(lane, [once])
      gate.open()
      await isEmpty(lane)
      expect(ran.map((one) => one.id).toSorted()).toEqual(['once', 'other'])
    })

    test('the same jobs added by many at once, in different orders, are added once', async () => {
      const lane = randomUUID()
      const jobs = Array.from({ length: 100 }, (_, n) => job({ id: `job-${n}` }))
      const orders = [jobs, jobs.toReversed(), jobs, jobs.toReversed(), jobs, jobs.toReversed()]
      await Promise.all(orders.map((order) => queue.add(lane, order)))
      expect(await queue.depth(lane)).toEqual({ waiting: 100, delayed: 0, active: 0 })
    })

    test('an id can be used again after its job has run or died', async () => {
      const lane = randomUUID()
      const { ran, dead } = await watch(lane, {
        handle: async ({ payload }) => payload['fails'] === true && Promise.reject(new GiveUp('dead')),
      })
      for (const fails of [false, true, false]) {
        await queue.add(lane, [job({ id: 'reused', payload: { fails } })])
        await isEmpty(lane)
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
      const { ran } = await watch(lane, { concurrency: 1 })
      await isEmpty(lane)
      expect(ran.map((one) => one.id)).toEqual(['job-2', 'job-5', 'job-1', 'job-4', 'job-3', 'job-0'])
    })

    test('as many jobs run at once as allowed, and never more', async () => {
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
      await watch(lane, { concurrency: 7, handle })
      await isEmpty(lane)
      expect(most).toBe(7)
    })

    test('a lane full of slow jobs does not hold up another lane', async () => {
      const [slow, quick] = [randomUUID(), randomUUID()]
      const gate = openableGate()
      const stuck = await watch(slow, { concurrency: 1, handle: () => gate.opened })
      await queue.add(
        slow,
        Array.from({ length: 20 }, () => job()),
      )
      await eventually(() => expect(stuck.ran).toHaveLength(1), SOON_MS)
      const { ran } = await watch(quick, { concurrency: 1 })
      await queue.add(quick, [job()])
      await isEmpty(quick)
      expect([ran.length, stuck.ran.length]).toEqual([1, 1])
      gate.open()
    })

    test('stop takes no new job and waits for the running one', async () => {
      const lane = randomUUID()
      const gate = openableGate()
      const { ran, stop } = await watch(lane, { concurrency: 1, handle: () => gate.opened })
      await queue.add(lane, [job({ id: 'running' }), job({ id: 'left' })])
      await eventually(() => expect(ran).toHaveLength(1), SOON_MS)
      let stopped = false
      const stopping = stop(SOON_MS).then(() => {
        stopped = true
      })
      await sleep(200)
      expect(stopped).toBe(false)
      gate.open()
      await stopping
      expect(ran.map((one) => one.id)).toEqual(['running'])
      expect(await queue.depth(lane)).toEqual({ waiting: 1, delayed: 0, active: 0 })
    })

    test('a job that outlives the grace period of its worker runs again elsewhere, and no try is used up', async () => {
      const lane = randomUUID()
      const gate = openableGate()
      const first = await watch(lane, { handle: () => gate.opened }, hasty)
      await queue.add(lane, [job({ attempts: 1 })])
      await eventually(() => expect(first.ran).toHaveLength(1), SOON_MS)
      const stoppedAt = performance.now()
      await first.stop(100)
      expect(performance.now() - stoppedAt).toBeLessThan(1_500)
      const second = await watch(lane)
      await isEmpty(lane)
      expect(second.ran).toMatchObject([{ attempt: 1 }])
      gate.open()
    })

    test('depth counts what waits, what is delayed and what runs', async () => {
      const lane = randomUUID()
      expect(await queue.depth(lane)).toEqual({ waiting: 0, delayed: 0, active: 0 })
      await queue.add(lane, [job(), job(), job({ priority: 3 }), job({ delayMs: 60_000 })])
      expect(await queue.depth(lane)).toEqual({ waiting: 3, delayed: 1, active: 0 })
      const gate = openableGate()
      const { ran } = await watch(lane, { concurrency: 2, handle: () => gate.opened })
      await eventually(() => expect(ran).toHaveLength(2), SOON_MS)
      expect(await queue.depth(lane)).toEqual({ waiting: 1, delayed: 1, active: 2 })
      gate.open()
    })

    test('jobs that are done or dead leave nothing behind', async () => {
      const lane = randomUUID()
      const { ran } = await watch(lane, {
        concurrency: 50,
        handle: async ({ attempt, payload }) =>
          payload['n'] === 0 && Promise.reject(attempt === 1 ? new Error('again') : new GiveUp('dead')),
      })
      for (let round = 1; round <= 3; round++) {
        await queue.add(
          lane,
          Array.from({ length: 500 }, (_, n) => job({ payload: { n: n % 10 }, attempts: 3 })),
        )
        await eventually(() => expect(ran).toHaveLength(round * 550), SOON_MS)
        await isEmpty(lane)
        const { jobs, events } = await store.leftovers(lane)
        expect(jobs).toBe(0)
        expect(events).toBeLessThan(2_000) // the log of one round alone would be longer
      }
    })

    test('after close the process ends by itself', async () => {
      const lane = randomUUID()
      await queue.add(lane, [job({ id: 'last' })])
      const child = startChild('queue-process.ts', args({ lane, handler: 'closes' }))
      expect((await child.lines.next()).value).toEqual({ ran: 'last' })
      const ranAt = performance.now()
      expect(await allLines(child)).toEqual([])
      expect(performance.now() - ranAt).toBeLessThan(8_000) // idle connections of the pool would go after 10 s anyway
    })

    test('a closed queue refuses every call', async () => {
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

    const args = (rest: Omit<QueueProcessArgs, 'engine'>): QueueProcessArgs => ({ engine: store.engine, ...rest })
  })

const job = (fields: Partial<QueuedJob> = {}): QueuedJob => ({
  id: randomUUID(),
  name: 'work',
  payload: {},
  attempts: 1,
  backoffMs: 20,
  ...fields,
})

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

function openableGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

import { beforeEach, describe, expect, test } from 'vitest'
import {
  type DeadJob,
  PermanentFailure,
  type QueuedJob,
  RetryLater,
  type RunningJob,
} from '../../../src/ports/queue.ts'
import { WalkClock } from './local-parts.ts'
import { MemoryQueue } from './memory-queue.ts'

/** What `adapters/queue/contract.test.ts` asks of the real queues, on a clock that stands. */
describe('the queue of the simulator', () => {
  let clock: WalkClock
  let queue: MemoryQueue
  let ran: RunningJob[]
  let dead: DeadJob[]
  beforeEach(() => {
    clock = new WalkClock(new Date('2026-06-01T00:00:00Z'))
    queue = new MemoryQueue(clock)
    ran = []
    dead = []
  })
  const job = (of: Partial<QueuedJob> = {}): QueuedJob => ({
    id: 'one',
    name: 'work',
    payload: {},
    attempts: 1,
    backoffMs: 100,
    ...of,
  })
  const pass = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  const work = (handle: (job: RunningJob) => unknown = () => {}, onDead: () => unknown = () => {}) =>
    queue.work('lane', {
      concurrency: 1,
      handle: async (running) => {
        ran.push(running)
        await handle(running)
      },
      onDead: async (gone) => {
        dead.push(gone)
        await onDead()
      },
    })
  const fail = (error: Error) => () => Promise.reject(error)

  test('runs a job once, with what it was added with, and ignores its id until then', async () => {
    await work()
    await queue.add('lane', [job({ payload: { n: 1 } }), job({ payload: { n: 2 } })])
    await queue.runDue()
    await queue.runDue()
    expect(ran).toEqual([{ id: 'one', name: 'work', payload: { n: 1 }, attempt: 1 }])
    await queue.add('lane', [job()])
    expect(await queue.runDue()).toBe(1)
  })

  test('runs by priority and arrival, delayed jobs not before their time, and removed ones never', async () => {
    await work()
    await queue.add('lane', [job({ id: 'last', priority: 5 }), job({ id: 'first' }), job({ id: 'second' })])
    await queue.add('lane', [job({ id: 'later', delayMs: 700 }), job({ id: 'removed', delayMs: 700 })])
    expect(await queue.depth('lane')).toEqual({ waiting: 3, delayed: 2, active: 0 })
    expect(await queue.remove('lane', 'removed')).toBe(true)
    expect(await queue.remove('lane', 'unknown')).toBe(false)
    await queue.runDue()
    expect(ran.map(({ id }) => id)).toEqual(['first', 'second', 'last'])
    pass(699)
    expect(await queue.runDue()).toBe(0)
    pass(1)
    expect(await queue.runDue()).toBe(1)
  })

  test('tries again with a doubling pause up to the attempts, and the job is then dead', async () => {
    await work(fail(new Error('no route')))
    await queue.add('lane', [job({ attempts: 3 })])
    await queue.runDue()
    for (const pause of [100, 200]) {
      pass(pause - 1)
      expect(await queue.runDue()).toBe(0)
      pass(1)
      expect(await queue.runDue()).toBe(1)
    }
    expect(ran.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(dead).toMatchObject([{ attempt: 3, reason: 'no route' }])
    expect(await queue.depth('lane')).toEqual({ waiting: 0, delayed: 0, active: 0 })
  })

  test('a PermanentFailure ends a job at once; while onDead throws it is called again, and the job is not', async () => {
    let refusals = 2
    await work(fail(new PermanentFailure('invalid')), () => refusals-- > 0 && Promise.reject(new Error('away')))
    await queue.add('lane', [job({ attempts: 10 })])
    for (const _ of [1, 2]) await expect(queue.runDue()).rejects.toThrow('away')
    await queue.runDue()
    expect([ran.length, dead.length]).toEqual([1, 3])
    expect(await queue.runDue()).toBe(0)
  })

  test('RetryLater postpones a job without using up an attempt', async () => {
    let postponements = 2
    await work(() => postponements-- > 0 && Promise.reject(new RetryLater(200.5)))
    await queue.add('lane', [job()])
    for (const _ of [1, 2, 3]) {
      await queue.runDue()
      pass(201)
    }
    expect(ran.map(({ attempt }) => attempt)).toEqual([1, 1, 1])
    expect(dead).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { allLines, startChild } from '../../../tests/support/processes/child.ts'
import type { QueueProcessArgs } from '../../../tests/support/processes/queue-process.ts'
import { type QueueStore, queueStores } from '../../../tests/support/processes/queue-store.ts'
import { closedGate, job, SOON_MS, untilEmpty, watchLane } from '../../../tests/support/processes/queue-watch.ts'
import type { Queue, RunningJob } from '../../ports/queue.ts'
import { createBullQueue } from './bullmq.ts'

/** For tests of lost workers. Other tests use production timing, so that a busy machine cannot make a job look lost. */
const hastyTiming = { lockMs: 2_000, stalledCheckMs: 500, lostWorkersMax: 1 }

for (const { kind, runs, open } of queueStores)
  describe.skipIf(!runs)(`queue on ${kind}, as workers come and go`, () => {
    let store: QueueStore
    let queue: Queue
    let hasty: Queue
    beforeAll(async () => {
      store = await open()
      queue = await createBullQueue({ engine: store.engine, onError: () => {} })
      hasty = await createBullQueue({ engine: store.engine, onError: () => {}, timing: hastyTiming })
    })
    afterAll(async () => {
      await Promise.all([queue?.close(), hasty?.close()])
      await store?.close()
    })

    test.concurrent('a job whose worker was killed runs again within 30 s', async ({ onTestFinished }) => {
      const lane = randomUUID()
      const child = startChild('queue-process', args({ lane, handler: 'hangs' }))
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
          ...(await allLines(startChild('queue-process', args({ lane, handler: 'dies', timing: hastyTiming })))),
        )
      expect(lives).toEqual([{ ran: 'poison' }, { ran: 'poison' }])
      const { ran, dead } = await watchLane(hasty, lane, {}, onTestFinished)
      await eventually(
        () => expect(dead).toMatchObject([{ id: 'poison', reason: expect.stringContaining('crashed 2 times') }]),
        SOON_MS,
      )
      expect(ran).toEqual([])
      await untilEmpty(queue, lane)
    })

    test.concurrent('a healthy job that runs far longer than its lock is never run twice', async ({
      onTestFinished,
    }) => {
      const lane = randomUUID()
      const timing = { lockMs: 4_000, stalledCheckMs: 1_000 }
      const eager = await createBullQueue({ engine: store.engine, onError: () => {}, timing })
      onTestFinished(() => eager.close())
      const handle = () => sleep(2.5 * timing.lockMs)
      const one = await watchLane(eager, lane, { handle }, onTestFinished)
      const other = await watchLane(eager, lane, { handle }, onTestFinished)
      await queue.add(lane, [job()])
      await eventually(() => expect(one.ran.length + other.ran.length).toBe(1), SOON_MS)
      await untilEmpty(queue, lane)
      expect(one.ran.length + other.ran.length).toBe(1)
    })

    test('stop takes no new job and waits for the running one', async () => {
      const lane = randomUUID()
      const gate = closedGate()
      const { ran, stop } = await watchLane(queue, lane, { concurrency: 1, handle: () => gate.opened })
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

    test('a job that exceeds the grace period of its worker runs again elsewhere without using an attempt', async () => {
      const lane = randomUUID()
      const gate = closedGate()
      const first = await watchLane(hasty, lane, { handle: () => gate.opened })
      await queue.add(lane, [job({ attempts: 1 })])
      await eventually(() => expect(first.ran).toHaveLength(1), SOON_MS)
      await first.stop(100) // would never return if it waited for the job, whose gate is closed
      const second = await watchLane(queue, lane)
      await untilEmpty(queue, lane)
      expect(second.ran).toMatchObject([{ attempt: 1 }])
      gate.open()
    })

    test('after close the process can exit', async () => {
      const lane = randomUUID()
      await queue.add(lane, [job({ id: 'last' })])
      const child = startChild('queue-process', args({ lane, handler: 'closes' }))
      expect((await child.lines.next()).value).toEqual({ ran: 'last' })
      const ranAt = performance.now()
      expect(await allLines(child)).toEqual([])
      expect(performance.now() - ranAt).toBeLessThan(8_000) // idle connections of the pool would close after 10 s anyway
    })

    const args = (rest: Omit<QueueProcessArgs, 'engine'>): QueueProcessArgs => ({ engine: store.engine, ...rest })
  })

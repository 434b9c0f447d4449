import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type { DeadJob, Queue, QueuedJob, RunningJob } from '../../../src/ports/queue.ts'
import { eventually } from '../eventually.ts'

/** The time limit for effects that should be immediate. */
export const SOON_MS = 20_000

/** The result of a handler does not matter, only whether it throws. */
interface Watching {
  concurrency?: number
  handle?(job: RunningJob): Promise<unknown>
  onDead?(job: DeadJob): Promise<unknown>
}

/** Works on a lane until the test ends and records what happens. */
export async function watchLane(queue: Queue, lane: string, options: Watching = {}, whenTestEnds = onTestFinished) {
  const seen = { ran: [] as RunningJob[], ranAt: [] as number[], dead: [] as DeadJob[] }
  const worker = await queue.work(lane, {
    concurrency: options.concurrency ?? 10,
    async handle(one) {
      seen.ran.push(one)
      seen.ranAt.push(performance.now())
      await options.handle?.(one)
    },
    async onDead(one) {
      seen.dead.push(one)
      await options.onDead?.(one)
    },
  })
  whenTestEnds(() => worker.stop(0))
  return Object.assign(seen, { stop: worker.stop })
}

export const untilEmpty = (queue: Queue, lane: string) =>
  eventually(async () => expect(await queue.depth(lane)).toEqual({ waiting: 0, delayed: 0, active: 0 }), SOON_MS)

export const job = (fields: Partial<QueuedJob> = {}): QueuedJob => ({
  id: randomUUID(),
  name: 'work',
  payload: {},
  attempts: 1,
  backoffMs: 20,
  ...fields,
})

/** A promise that the test resolves. */
export function closedGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

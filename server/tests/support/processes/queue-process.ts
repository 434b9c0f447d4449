import { type BullQueueOptions, createBullQueue } from '../../../src/adapters/queue/bullmq.ts'

/**
 * Works on one lane and reports what it does. Tests of the queue kill it. Its handler hangs, ends the whole process,
 * returns, or returns and closes the queue like SIGTERM; in the last case the process must end by itself.
 */
const { engine, lane, handler, timing } = JSON.parse(process.argv[2] ?? '') as QueueProcessArgs

export interface QueueProcessArgs {
  engine: BullQueueOptions['engine']
  lane: string
  handler: 'hangs' | 'dies' | 'returns' | 'closes'
  timing?: BullQueueOptions['timing']
}

const say = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`)
const onError = () => {} // some tests stop the server and look only at what the process does then
const queue = await createBullQueue({ engine, onError, ...(timing && { timing }) })

process.on('SIGTERM', () => queue.close())

const working = queue.work(lane, {
  concurrency: 1,
  async handle(job) {
    say({ ran: job.id })
    if (handler === 'dies') process.kill(process.pid, 'SIGKILL')
    if (handler === 'hangs') await new Promise(() => {})
    if (handler === 'closes') setImmediate(() => queue.close())
  },
  async onDead(job) {
    say({ dead: job.id, reason: job.reason })
  },
})
working.catch(onError)

import { sql as raw } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { createBullQueue } from '../../adapters/queue/bullmq.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { OUTBOX_LEASE_SECONDS } from '../../domain/fair-share.ts'
import type { VendorId } from '../../domain/ids.ts'
import { OffsetClock } from '../../platform/clock/clock.ts'
import type { Running } from '../../platform/concurrency/repeat.ts'
import { openBlindIndex } from '../../platform/crypto/blind-index-version.ts'
import { type Database, inTransaction, openDatabase } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { noTracer } from '../../platform/tracing.ts'
import type { Queue } from '../../ports/queue.ts'
import { addToOutbox } from './add.ts'
import { jobWorker } from './job-worker.ts'
import { outboxRelay } from './relay.ts'

const SOON_MS = 20_000
const Payload = z.object({ n: z.int() })
const quick = { attempts: 3, backoffMs: 10 }
const note = defineJob('test.note', Payload, quick)
const fail = defineJob('test.fail', Payload, quick)
const outage = defineJob('test.outage', Payload, { ...quick, deferrals: 2 })
const long = defineJob('test.long', Payload, quick)
const unknown = defineJob('test.from-the-future', Payload, quick)

let database: Database
let queue: Queue
let deps: Deps
const clock = new OffsetClock()
const logged: string[] = []
const ran: number[] = []
beforeAll(async () => {
  const url = await createTestDatabase()
  database = openDatabase({ url, poolSize: 10, onError: () => {} })
  queue = await createBullQueue({ engine: { kind: 'postgres', url }, onError: () => {} })
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const config = { IDLE_POLL_MS: 40 } as Deps['config']
  deps = {
    db: database.db,
    queue,
    clock,
    log,
    config,
    metrics: createMetrics(),
    tracer: noTracer,
    blindIndex: await openBlindIndex([database.db], [Buffer.alloc(32, 1)]),
  } as Partial<Deps> as Deps
})
afterAll(async () => {
  await queue?.close()
  await database?.close()
})

const vendor = newId<'vendor'>()
const promise = (job: typeof note, n: number, dueAt?: Date) =>
  inTransaction(database.db, (tx) => addToOutbox(tx, vendor, job, { n }, clock.now(), dueAt))
const rows = () => database.db.selectFrom('outbox_event').selectAll().execute()
const letters = () => database.db.selectFrom('dead_letter').selectAll().execute()
const namesOf = (events: { job_name: string }[]) => events.map(({ job_name }) => job_name)
const allRan = () => eventually(async () => expect(await rows()).toEqual([]), SOON_MS)
/** Waits for a job that is added now, so that all jobs that were due before are done as well. */
let markers = 1_000_000
async function oneMoreRan() {
  const n = ++markers
  await promise(note, n)
  await eventually(() => expect(ran).toContain(n), SOON_MS)
}

/** The canary represents personal data in an error message of a mail server or PostgreSQL. */
const CANARY = 'asha@example.com'
let isDown = true
let endLong = () => {}
const longEnds = new Promise<void>((resolve) => {
  endLong = resolve
})
const jobs = [
  { definition: long, run: () => longEnds },
  {
    definition: outage,
    run: async (_: Deps, __: VendorId, payload: unknown) => {
      ran.push(Payload.parse(payload).n)
      if (isDown) throw new Error('the mail server is away')
    },
  },
  { definition: note, run: async (_: Deps, __: VendorId, payload: unknown) => void ran.push(Payload.parse(payload).n) },
  {
    definition: fail,
    run: async (_: Deps, __: VendorId, payload: unknown) => {
      const { n } = Payload.parse(payload)
      ran.push(n)
      throw n < 0 ? Object.assign(new Error(`no mailbox ${CANARY}`), { response: CANARY }) : new Error('not today')
    },
  },
]

describe('an outbox job', () => {
  let running: Running[]
  beforeAll(async () => {
    // two relays, as in a deployment with two processes
    running = await Promise.all([
      outboxRelay([note, fail, outage, long])(deps),
      outboxRelay([note, fail, outage, long])(deps),
      jobWorker('default', jobs, { concurrency: 10 })(deps),
    ])
  })
  afterAll(async () => void (await Promise.all(running.map((part) => part.stop()))))

  test('is counted from zero as soon as a worker runs, so that the first one that fails is an increase', async () => {
    const { values } = await deps.metrics.jobs.get()
    const outcomesOf = (name: string) => values.filter(({ labels }) => labels.job === name)
    for (const { definition } of jobs)
      expect(outcomesOf(definition.name).map(({ labels, value }) => [labels.outcome, value])).toEqual([
        ['done', 0],
        ['failed', 0],
        ['deferred', 0],
        ['dead', 0],
      ])
  })

  test('runs once if its transaction commits, never after a rollback, and leaves no row', async () => {
    const rolledBack = inTransaction(database.db, async (tx) => {
      await addToOutbox(tx, vendor, note, { n: 1 }, clock.now())
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await promise(note, 2)
    await allRan()
    await oneMoreRan()
    expect(ran.filter((n) => n <= 2)).toEqual([2])
  })

  test('runs once, with two hundred jobs and two relays', async () => {
    await raw`insert into outbox_event (vendor_id, id, job_name, payload, due_at, created_at)
      select ${vendor}, gen_random_uuid(), ${note.name}, jsonb_build_object('n', n), ${clock.now()}, ${clock.now()}
        from generate_series(1001, 1200) n`.execute(database.db)
    await allRan()
    const these = ran.filter((n) => n > 1000 && n <= 1200)
    expect(these.length).toBe(200)
    expect(new Set(these).size).toBe(200)
  })

  test('waits until it is due by the product’s clock', async () => {
    await promise(note, 3, new Date(clock.now().getTime() + HOUR_MS))
    await oneMoreRan()
    expect(ran).not.toContain(3)
    clock.setOffset(3_000)
    await oneMoreRan()
    expect(ran).not.toContain(3)
    clock.setOffset(3_601)
    await eventually(() => expect(ran).toContain(3), SOON_MS)
  })

  test('whose relay was killed between lease and publication, or whose job the queue lost, is published after the lease', async () => {
    const lease = (until: string) =>
      raw`update outbox_event set leased_until = ${until}::timestamptz`.execute(database.db)
    await inTransaction(database.db, async (tx) => {
      await addToOutbox(tx, vendor, note, { n: 4 }, clock.now())
      await raw`update outbox_event set leased_until = 'infinity'`.execute(tx)
    })
    await oneMoreRan()
    expect(ran).not.toContain(4)
    await lease('2000-01-01')
    await eventually(() => expect(ran).toContain(4), SOON_MS)
  })

  test('that runs for long is leased beyond what a relay leases, and counted as running', async () => {
    const runningNow = async () => (await deps.metrics.jobsRunning.get()).values.find(({ value }) => value > 0)
    await promise(long, 2_000_000)
    await eventually(async () => {
      const { rows: ahead } = await raw<{ seconds: number }>`
        select extract(epoch from leased_until - clock_timestamp())::float8 as seconds from outbox_event
         where job_name = 'test.long'`.execute(database.db)
      expect(ahead[0]?.seconds).toBeGreaterThan(OUTBOX_LEASE_SECONDS)
    }, SOON_MS)
    expect((await runningNow())?.labels).toEqual({ job: 'test.long' })
    endLong()
    await allRan()
    expect(await runningNow()).toBeUndefined()
  })

  test('that keeps failing becomes one dead letter after its last attempt, and its row is deleted', async () => {
    await promise(fail, 5)
    await allRan()
    expect(ran.filter((n) => n === 5)).toHaveLength(quick.attempts)
    const expected = {
      vendor_id: vendor,
      kind: 'JOB',
      name: 'test.fail',
      payload: { n: 5 },
      reason: 'not today',
      attempts: 3,
    }
    expect(await letters()).toMatchObject([expected])
  })

  test('that fails because of an outage is deferred, and done when the outage is over', async () => {
    await promise(outage, 8)
    const tries = (count: number) => eventually(() => expect(ran.filter((n) => n === 8)).toHaveLength(count), SOON_MS)
    const isDeferred = (deferrals: number) =>
      eventually(async () => expect(await rows()).toMatchObject([{ job_name: outage.name, deferrals }]), SOON_MS)
    await tries(quick.attempts)
    await isDeferred(1)
    await oneMoreRan()
    await tries(quick.attempts)
    const { due_at: due } = (await rows())[0] as { due_at: Date }
    isDown = false
    clock.setOffset((due.getTime() - Date.now()) / 1000 + 1)
    await tries(quick.attempts + 1)
    await allRan()
    expect(await letters()).not.toContainEqual(expect.objectContaining({ name: outage.name }))
  })

  test('that failed leaves no personal data from error messages', async () => {
    await promise(fail, -1)
    await allRan()
    const left = JSON.stringify([await letters(), logged])
    expect(left).toContain('"n":-1')
    expect(left).not.toContain(CANARY)
  })

  test('with a payload of another version is not retried', async () => {
    await raw`insert into outbox_event (vendor_id, id, job_name, payload, due_at, created_at)
      values (${vendor}, gen_random_uuid(), ${note.name}, '{"n": "six"}', ${clock.now()}, ${clock.now()})`.execute(
      database.db,
    )
    await allRan()
    expect(await letters()).toContainEqual(expect.objectContaining({ payload: { n: 'six' }, attempts: 1 }))
  })

  test('that only a newer version knows is left for that version', async () => {
    await promise(unknown, 7)
    await eventually(() => expect(logged.some((line) => line.includes('outbox.unknown_job'))).toBe(true), SOON_MS)
    await oneMoreRan()
    expect(namesOf(await rows())).toContain(unknown.name)
    expect(await letters()).not.toContainEqual(expect.objectContaining({ name: unknown.name }))
  })
})

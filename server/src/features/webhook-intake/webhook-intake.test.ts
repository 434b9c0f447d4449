import { createHash } from 'node:crypto'
import { sql as raw } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { PLATFORM } from '../../domain/ids.ts'
import { WEBHOOK_TRIES_MAX, WEBHOOKS_PER_PURGE_MAX } from '../../domain/limits.ts'
import { OffsetClock } from '../../platform/clock/clock.ts'
import type { Running } from '../../platform/concurrency/repeat.ts'
import { createKeyring } from '../../platform/crypto/keyring.ts'
import { type Database, inTransaction, openDatabase } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { createLog } from '../../platform/log.ts'
import { noTracer } from '../../platform/tracing.ts'
import { Intake } from './intake.ts'
import { purgeWebhookIntake } from './purge.ts'
import { readWebhook } from './read.ts'
import { replayWebhook } from './replay.ts'
import { DONE, type EventHandler, type EventOutcome, webhookIntakeWorker } from './worker.ts'

const SOON_MS = 30_000
const DAYS = { WEBHOOK_BODY_DAYS: 30, WEBHOOK_UNSETTLED_BODY_DAYS: 365, WEBHOOK_STATUS_DAYS: 90 }
const clock = new OffsetClock()
const logged: string[] = []
let database: Database
let deps: Deps
let running: Running[]
let statements = 0

/** What the handler does with a body, and how often it was called with it. */
const script = new Map<string, () => Promise<EventOutcome>>()
const seen = new Map<string, number>()
const handle: EventHandler = async (_deps, { body }) => {
  const text = body.toString()
  seen.set(text, (seen.get(text) ?? 0) + 1)
  return (script.get(text) ?? (async () => DONE))()
}

beforeAll(async () => {
  database = openDatabase({ url: await createTestDatabase(), poolSize: 10, onError: () => {} })
  const keyring = createKeyring([{ id: 'test', bytes: Buffer.alloc(32, 7) }])
  await inTransaction(database.db, (tx) => keyring.create(tx, PLATFORM))
  database.pool.on('acquire', () => statements++)
  const config = { WEBHOOK_LOCK_TTL_SECONDS: 1, IDLE_POLL_MS: 40, ...DAYS } as Deps['config']
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  deps = { db: database.db, keyring, clock, log, config, tracer: noTracer } as Partial<Deps> as Deps
  // two workers, as in a deployment with two processes
  running = await Promise.all([
    webhookIntakeWorker({ GATEWAY: handle })(deps),
    webhookIntakeWorker({ GATEWAY: handle })(deps),
  ])
})
afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()))
  await database.close()
})

const keep = (text: string) => new Intake(deps).store('GATEWAY', Buffer.from(text))
const rowOf = (text: string) =>
  database.db
    .selectFrom('webhook_inbox')
    .selectAll()
    .where('event_key', '=', createHash('sha256').update(text).digest())
    .executeTakeFirst()
const hasStatus = (text: string, status: string) =>
  eventually(async () => expect((await rowOf(text))?.status).toBe(status), SOON_MS)
const letters = () => database.db.selectFrom('dead_letter').selectAll().execute()
const purgeAfter = (days: number) =>
  purgeWebhookIntake({ ...deps, clock: { now: () => new Date(clock.now().getTime() + days * DAY_MS) } })

describe('storing webhooks', () => {
  test('a thousand concurrent events are stored by few statements, and each is handled', async () => {
    await keep('warm')
    const intake = new Intake(deps)
    const texts = Array.from({ length: 1_000 }, (_, i) => `burst-${i}`)
    await Promise.all(running.map((part) => part.stop()))
    const before = statements
    await Promise.all(texts.map((text) => intake.store('GATEWAY', Buffer.from(text))))
    expect(statements - before).toBeLessThan(20)
    running = [await webhookIntakeWorker({ GATEWAY: handle })(deps)]
    await eventually(() => expect(texts.filter((text) => !seen.has(text))).toEqual([]), SOON_MS)
  })

  test('a repeated event is stored once, also within one statement and by two processes', async () => {
    const intakes = [new Intake(deps), new Intake(deps)]
    const bodies = Array.from({ length: 40 }, (_, i) => Buffer.from(`twin-${i}`))
    const shuffled = [...bodies].reverse()
    const countStored = async () => (await database.db.selectFrom('webhook_inbox').select('id').execute()).length
    const before = await countStored()
    await Promise.all([
      ...bodies.flatMap((body) => [intakes[0]?.store('GATEWAY', body), intakes[0]?.store('GATEWAY', body)]),
      ...shuffled.map((body) => intakes[1]?.store('GATEWAY', body)),
    ])
    expect((await countStored()) - before).toBe(bodies.length)
    await hasStatus('twin-39', 'DONE')
  })
})

describe('an event', () => {
  test('whose handler fails is retried later, and done when it succeeds', async () => {
    let failures = 2
    script.set('twice', async () => {
      if (failures-- > 0) throw new Error('not now')
      return DONE
    })
    await keep('twice')
    await hasStatus('twice', 'DONE')
    expect(seen.get('twice')).toBe(3)
  })

  test('that another process is handling is retried without counting an attempt', async () => {
    let busy = 3
    script.set('busy', async () => (busy-- > 0 ? { kind: 'LATER', seconds: 0 } : DONE))
    await keep('busy')
    await hasStatus('busy', 'DONE')
    expect((await rowOf('busy'))?.attempts).toBe(1)
  })

  test('that keeps failing becomes a dead letter after its last attempt, and a replay handles it again', async () => {
    let isBroken = true
    script.set('poison', async () => {
      if (isBroken) throw new Error('broken for good')
      return DONE
    })
    await keep('poison')
    await eventually(async () => {
      clock.setOffset(clock.now().getTime() / 1000 - Date.now() / 1000 + 2 ** WEBHOOK_TRIES_MAX)
      expect((await rowOf('poison'))?.status).toBe('DEAD')
    }, 60_000)
    expect(seen.get('poison')).toBe(WEBHOOK_TRIES_MAX)
    const row = await rowOf('poison')
    const letter = { id: row?.id, kind: 'WEBHOOK', reason: 'broken for good', attempts: WEBHOOK_TRIES_MAX }
    expect(await letters()).toContainEqual(expect.objectContaining({ ...letter, payload: { inboxId: row?.id } }))

    isBroken = false
    const replay = () => inTransaction(database.db, (tx) => replayWebhook(tx, row?.id ?? '', clock.now()))
    await replay()
    await hasStatus('poison', 'DONE')
    await expect(replay()).rejects.toMatchObject({ code: 'NOT_REPLAYABLE' })
  })

  test('that is flagged for an operator becomes a dead letter at once, and one that is only flagged does not', async () => {
    script.set('odd', async () => ({ kind: 'FLAGGED', flag: 'ODD', needsOperator: true }))
    script.set('fine', async () => ({ kind: 'FLAGGED', flag: 'FINE', needsOperator: false }))
    await keep('odd')
    await keep('fine')
    await hasStatus('odd', 'FLAGGED')
    await hasStatus('fine', 'FLAGGED')
    const reasons = (await letters()).map(({ reason }) => reason)
    expect(reasons).toContain('ODD')
    expect(reasons).not.toContain('FINE')
  })

  test('loses its body after some time, and is then neither handled again nor replayed', async () => {
    script.set('lost', async () => ({ kind: 'FLAGGED', flag: 'ODD', needsOperator: true }))
    await keep('old')
    await keep('lost')
    await hasStatus('old', 'DONE')
    await hasStatus('lost', 'FLAGGED')
    const hasBody = async (text: string) => (await rowOf(text))?.body_cipher !== null
    await purgeAfter(DAYS.WEBHOOK_BODY_DAYS - 1)
    expect([await hasBody('old'), await hasBody('lost')]).toEqual([true, true])
    await purgeAfter(DAYS.WEBHOOK_BODY_DAYS + 1)
    expect([await hasBody('old'), await hasBody('lost')]).toEqual([false, true])
    await purgeAfter(DAYS.WEBHOOK_UNSETTLED_BODY_DAYS + 1)
    expect(await hasBody('lost')).toBe(false)

    await keep('old')
    await keep('mark')
    await hasStatus('mark', 'DONE')
    expect(seen.get('old')).toBe(1)
    const { id } = (await rowOf('lost')) ?? { id: '' }
    const refused = { code: 'NOT_REPLAYABLE', details: { detail: expect.stringContaining('deleted') } }
    await expect(inTransaction(database.db, (tx) => replayWebhook(tx, id, clock.now()))).rejects.toMatchObject(refused)
    expect(await readWebhook(deps, id)).toBeUndefined()
    expect((await rowOf('lost'))?.status).toBe('FLAGGED')
  })

  test('about settled messages is forgotten after some time, and one about money or one that had no effect never', async () => {
    const store = (about: string, count: number, columns: { source: string; isBulk: boolean; status: string }) =>
      raw`insert into webhook_inbox
            (id, source, is_bulk, event_key, body_cipher, received_at, next_try_at, status, processed_at, about)
          select gen_random_uuid(), ${columns.source}, ${columns.isBulk}, sha256((${about} || n)::bytea), '\\x00',
              ${clock.now()}, ${clock.now()}, ${columns.status}, ${clock.now()}, ${about}
            from generate_series(1, ${count}) n`.execute(database.db)
    const statuses = { source: 'PROVIDER', isBulk: true, status: 'DONE' }
    await store('statuses', 2 * WEBHOOKS_PER_PURGE_MAX + 1, statuses)
    await store('payment', 1, { ...statuses, source: 'GATEWAY' })
    await store('reply', 1, { ...statuses, isBulk: false })
    await store('unreadable', 1, { ...statuses, status: 'FLAGGED' })
    const left = async () => {
      const rows = await database.db
        .selectFrom('webhook_inbox')
        .select('about')
        .where('about', 'is not', null)
        .execute()
      return [...new Set(rows.map(({ about }) => about))].sort()
    }
    const others = ['payment', 'reply', 'unreadable']
    await purgeAfter(DAYS.WEBHOOK_STATUS_DAYS - 1)
    expect(await left()).toEqual([...others, 'statuses'].sort())
    await purgeAfter(DAYS.WEBHOOK_STATUS_DAYS + 1)
    expect(await left()).toEqual(others)
    await purgeAfter(3_650)
    expect(await left()).toEqual(others)
  })

  test('whose worker was killed is handled by another when the lease has ended', async () => {
    await Promise.all(running.map((part) => part.stop()))
    await keep('orphan')
    await raw`update webhook_inbox set attempts = 1, leased_until = clock_timestamp() + interval '1 second'
      where status = 'RECEIVED'`.execute(database.db)
    running = [await webhookIntakeWorker({ GATEWAY: handle })(deps)]
    await hasStatus('orphan', 'DONE')
    expect((await rowOf('orphan'))?.attempts).toBe(2)
  })

  test('of a source without a handler is left alone', async () => {
    await new Intake(deps).store('PROVIDER', Buffer.from('not mine'))
    await keep('mine')
    await hasStatus('mine', 'DONE')
    expect(await rowOf('not mine')).toMatchObject({ status: 'RECEIVED', attempts: 0 })
  })
})

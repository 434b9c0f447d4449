import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { OffsetClock } from '../../platform/clock/clock.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { addToOutbox } from '../outbox/add.ts'
import { insertEvents } from '../webhook-intake/cross-vendor.sql.ts'
import { measureBacklog } from './measure.ts'

const clock = new OffsetClock()
const job = defineJob('test.job', z.object({}), { attempts: 1, backoffMs: 10 })
let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})

async function measured() {
  const metrics = createMetrics()
  await measureBacklog({ db, clock, metrics })
  const valuesOf = async (gauge: typeof metrics.needsOperator | typeof metrics.oldestWaitingSeconds) =>
    Object.fromEntries(
      (await gauge.get()).values.map(({ labels, value }) => [Object.values(labels)[0], Math.round(value)]),
    )
  return { ...(await valuesOf(metrics.oldestWaitingSeconds)), ...(await valuesOf(metrics.needsOperator)) }
}

const secondsAgo = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000)

test('a quiet platform measures zero everywhere', async () => {
  expect(await measured()).toEqual({
    outbox: 0,
    gateway_webhook: 0,
    provider_webhook: 0,
    dead_letter: 0,
    unmatched_payment: 0,
    approval: 0,
  })
})

test('the age is that of the oldest due work of any vendor; work for later does not count', async () => {
  const due = [-7_200, 30, 300, 90].map(secondsAgo)
  await inTransaction(db, async (tx) => {
    for (const at of due) await addToOutbox(tx, newId<'vendor'>(), job, {}, clock.now(), at)
  })
  expect(await measured()).toMatchObject({ outbox: 300 })
})

test('received webhooks are counted by sender, without processed ones', async () => {
  const receive = async (source: 'GATEWAY' | 'PROVIDER', secondsBefore: number) => {
    const id = newId()
    const event = {
      id,
      source,
      isBulk: false,
      key: Buffer.from(id.padEnd(32).slice(0, 32)),
      bodyCipher: Buffer.from('x'),
    }
    await insertEvents(db, [event], secondsAgo(secondsBefore))
    return id
  }
  const processed = await receive('GATEWAY', 900)
  await sql`update webhook_inbox set status = 'DONE', processed_at = now() where id = ${processed}`.execute(db)
  await receive('GATEWAY', 60)
  await receive('PROVIDER', 5)
  expect(await measured()).toMatchObject({ gateway_webhook: 60, provider_webhook: 5 })
})

test('open dead letters count until they are closed', async () => {
  const [id, closed] = [newId(), newId()]
  await sql`
    insert into dead_letter (vendor_id, id, kind, name, payload, reason, attempts, created_at, closed_at)
    values (${newId()}, ${id}, 'JOB', 'test.job', '{}', 'why', 1, now(), null),
           (${newId()}, ${closed}, 'JOB', 'test.job', '{}', 'why', 1, now(), now())`.execute(db)
  expect(await measured()).toMatchObject({ dead_letter: 1 })
})

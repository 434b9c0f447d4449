import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { givenSending, givenSingles, newPayer } from '../../../tests/support/messaging/settlement.ts'
import { OUTBOX_LEASE_SECONDS, OUTBOX_RUNNING_SECONDS } from '../../domain/fair-share.ts'
import { OffsetClock } from '../../platform/clock/clock.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { defineJob } from '../../platform/jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { resumeSending, stopSending } from '../dispatch/provider/provider-state.ts'
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
  const message = Math.round((await metrics.oldestDueMessageSeconds.get()).values[0]?.value ?? -1)
  return { message, ...(await valuesOf(metrics.oldestWaitingSeconds)), ...(await valuesOf(metrics.needsOperator)) }
}

const secondsAgo = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000)

test('a quiet platform measures zero everywhere', async () => {
  expect(await measured()).toEqual({
    message: 0,
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

test('a job that runs does not wait, however long it takes', async () => {
  const vendorId = newId<'vendor'>()
  await inTransaction(db, (tx) => addToOutbox(tx, vendorId, job, {}, clock.now(), secondsAgo(4_000)))
  expect(await measured()).toMatchObject({ outbox: 4_000 })
  const leased = (seconds: number) =>
    sql`update outbox_event set leased_until = clock_timestamp() + make_interval(secs => ${seconds})
         where vendor_id = ${vendorId}`.execute(db)
  await leased(OUTBOX_LEASE_SECONDS - 5) // published by a relay
  expect(await measured()).toMatchObject({ outbox: 4_000 })
  await leased(OUTBOX_RUNNING_SECONDS)
  expect(await measured()).toMatchObject({ outbox: 300 })
})

test('a due message waits until it is sent or sending is stopped; a paused campaign and later ones do not count', async () => {
  const vendor = await newPayer(db)
  await givenSingles(db, vendor, [10], { status: 'QUEUED' })
  const { campaignId } = await givenSending(db, vendor, [10, 10], { status: 'QUEUED' })
  const due = (seconds: number, isCampaign: boolean) =>
    sql`update message set due_at = ${secondsAgo(seconds)}
         where vendor_id = ${vendor} and (campaign_id is not null) = ${isCampaign}`.execute(db)
  await due(700, true)
  await due(-50, false)
  expect(await measured()).toMatchObject({ message: 700 })
  await due(900, false)
  expect(await measured()).toMatchObject({ message: 900 })
  await sql`update message set status = 'SENDING' where vendor_id = ${vendor} and campaign_id is null`.execute(db)
  const pause = sql`update campaign set status = 'PAUSED', pause_reason = 'VENDOR' where id = ${campaignId}`
  await inTransaction(db, (tx) => stopSending(tx, { log: createLog('silent') }, 190, clock.now()))
  expect(await measured()).toMatchObject({ message: 0 })
  await inTransaction(db, (tx) => resumeSending(tx, clock.now()))
  expect(await measured()).toMatchObject({ message: 700 })
  await pause.execute(db)
  expect(await measured()).toMatchObject({ message: 0 })
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

test('open dead letters count until they are closed; messages that failed for good need no operator', async () => {
  const [id, closed, message] = [newId(), newId(), newId()]
  await sql`
    insert into dead_letter (vendor_id, id, kind, name, payload, reason, attempts, created_at, closed_at)
    values (${newId()}, ${id}, 'JOB', 'test.job', '{}', 'why', 1, now(), null),
           (${newId()}, ${closed}, 'JOB', 'test.job', '{}', 'why', 1, now(), now()),
           (${newId()}, ${message}, 'MESSAGE', 'message', '{}', '131026', 1, now(), null)`.execute(db)
  expect(await measured()).toMatchObject({ dead_letter: 1 })
})

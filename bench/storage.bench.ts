import { randomBytes } from 'node:crypto'
import { runningCampaignsForShare } from '../server/src/features/campaigns/running-campaigns.sql.ts'
import { claimCampaignMessages } from '../server/src/features/messages/sending/claim.sql.ts'
import { setSent } from '../server/src/features/messages/sending/outcomes.sql.ts'
import { settleStatusUpdates } from '../server/src/features/messages/settlement/settle-status-updates.ts'
import { OffsetClock } from '../server/src/platform/clock/clock.ts'
import { createProviderIds } from '../server/src/platform/crypto/provider-ids.ts'
import { openDatabase } from '../server/src/platform/db/db.ts'
import { createLog } from '../server/src/platform/log.ts'
import { givenSending, newPayer, statusUpdate } from '../server/tests/support/messaging/settlement.ts'
import { startBenchDatabase } from './support/database.ts'

/**
 * What one message leaves on disk and writes to the log of PostgreSQL (WAL) during its life: written by a launch, claimed,
 * accepted by the provider, reported as sent, delivered and read. The statements are those of the product, in its batch
 * sizes. Nothing here depends on how fast or how busy the machine is, so there is no anchor. A second figure is what a
 * stored callback of one status leaves before and after its body is deleted.
 */
const MESSAGES = process.argv.includes('--short') ? 20_000 : 100_000
const PER_CAMPAIGN = 10_000
const CLAIMED = 50
const SETTLED = 500
const CALLBACK_BYTES = 600
/** Six letters and these bytes in base64 are as long as an id of the provider for a number of twelve digits. */
const ID_BYTES = 40

const database = await startBenchDatabase()
const { db, close } = openDatabase({ url: database.url, poolSize: 4, onError: () => {} })
const ids = createProviderIds(randomBytes(32))
const deps = { db, clock: new OffsetClock(), log: createLog('silent') }

try {
  const vendorId = await newPayer(db, 1_000_000_000)
  const before = await figure('pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $$0/0$$)')
  for (let done = 0; done < MESSAGES; done += PER_CAMPAIGN) await liveThrough(vendorId)
  const written = (await figure('pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $$0/0$$)')) - before
  await database.query('vacuum full message, message_route')
  const figures = {
    'message, row and indexes, bytes kept': (await sizeOf('message')) / MESSAGES,
    'route of replies, bytes for 30 days': (await sizeOf('message_route')) / MESSAGES,
    'WAL of a message, bytes': written / MESSAGES,
    ...(await callbackFigures()),
  }
  for (const [name, value] of Object.entries(figures))
    console.log(`  ${name.padEnd(52)} ${value.toFixed(0).padStart(6)}`)
  console.log(JSON.stringify({ bench: 'storage', messages: MESSAGES, figures }))
} finally {
  await close()
  await database.stop()
}

type Vendor = Awaited<ReturnType<typeof newPayer>>

async function liveThrough(vendorId: Vendor) {
  const given = await givenSending(db, vendorId, Array<number>(PER_CAMPAIGN).fill(10), { status: 'QUEUED' })
  const messages = given.messages.map((message) => ({ ...message, wamid: newSealedId() }))
  for (const batch of inParts(messages, CLAIMED)) {
    const now = new Date()
    const requested = batch.map(({ id }) => ({ id, routeHash: Buffer.from(id.replaceAll('-', '')) }))
    const running = runningCampaignsForShare(vendorId, [given.campaignId])
    const claimed = await claimCampaignMessages(db, vendorId, requested, running, 30, now)
    if (claimed.length < batch.length) throw new Error('not every message could be claimed')
    await setSent(db, vendorId, batch, now)
  }
  for (const batch of inParts(messages, SETTLED))
    for (const status of ['sent', 'delivered', 'read'] as const)
      await settleStatusUpdates(
        deps,
        batch.map((message) => statusUpdate(message, status)),
      )
}

function newSealedId(): string {
  return ids.seal(`wamid.${randomBytes(ID_BYTES).toString('base64')}`)
}

/** Processed callbacks with encrypted bodies, as the intake stores them. */
async function callbackFigures() {
  await database.query(`
    insert into webhook_inbox (id, source, is_bulk, event_key, body_cipher, received_at, next_try_at, status, processed_at)
    select gen_random_uuid(), 'PROVIDER', true, sha256(n::text::bytea),
        (select string_agg(uuid_send(gen_random_uuid()), '') from generate_series(1, ${CALLBACK_BYTES / 16}) where n > 0),
        now(), now(), 'DONE', now()
      from generate_series(1, ${MESSAGES}) n`)
  await database.query('vacuum full webhook_inbox')
  const whole = (await sizeOf('webhook_inbox')) / MESSAGES
  await database.query('update webhook_inbox set body_cipher = null')
  await database.query('vacuum full webhook_inbox')
  return {
    [`callback of one status (${CALLBACK_BYTES} bytes), bytes with its body`]: whole,
    'the same without its body': (await sizeOf('webhook_inbox')) / MESSAGES,
  }
}

function sizeOf(table: string): Promise<number> {
  return figure(`pg_total_relation_size('${table}')`)
}

async function figure(expression: string): Promise<number> {
  return Number((await database.query(`select ${expression} as n`)).rows[0].n)
}

function* inParts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

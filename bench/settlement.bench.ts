import type { VendorId } from '../server/src/domain/ids.ts'
import type { CallbackStatus } from '../server/src/domain/messaging/settlement.ts'
import { settleStatusUpdates } from '../server/src/features/messages/settlement/settle-status-updates.ts'
import { OffsetClock } from '../server/src/platform/clock/clock.ts'
import { openDatabase } from '../server/src/platform/db/db.ts'
import { createLog } from '../server/src/platform/log.ts'
import type { StatusUpdate } from '../server/src/ports/provider-events.ts'
import { startBenchDatabase } from './support/database.ts'
import { measurePaired, report, type Sample } from './support/paired.ts'
import { findPgbench, percentile99, runPgbench } from './support/pgbench.ts'

/**
 * Status updates settled per second, in batches of 500, with message log, ledger and idempotency. Anchor: pgbench
 * charging one wallet from one client. The input is what a provider sends about a campaign: three updates for most
 * messages, one message in twenty fails, one update in ten arrives twice. Each batch is committed to disk before the
 * next begins.
 */
const isShort = process.argv.includes('--short')
const ROUNDS = isShort ? 5 : 11
const SECONDS = isShort ? 1 : 4
const BATCH = 500
/** How many messages the log has. The result must not depend on it. */
const MESSAGES = isShort ? 100_000 : 1_000_000

const VENDOR = '00000000-0000-7000-8000-000000000001' as VendorId
const CAMPAIGN = '00000000-0000-7000-8000-0000000000c1'
const messageId = (n: number) => `00000000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`

/** The product's own charge, on a wallet that nothing else uses. */
const charge = `select * from move_money('00000000-0000-7000-8000-000000000002'::uuid, now(),
  jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'type', 'DEBIT', 'amount', '1', 'key',
  gen_random_uuid(), 'description', 'a charge')));`

const database = await startBenchDatabase()
const { db, close } = openDatabase({ url: database.url, poolSize: 10, onError: () => {} })
const deps = { db, clock: new OffsetClock(), log: createLog('silent') }
const pgbench = findPgbench()

/**
 * All status updates, ordered so that messages are at different stages. Each call continues where the last one ended.
 */
function* stream(): Generator<StatusUpdate> {
  const at = new Date()
  const waves = 2_000
  for (let first = 0; first < MESSAGES; first += waves)
    for (const status of ['sent', 'delivered', 'read'] as const)
      for (let n = first; n < Math.min(first + waves, MESSAGES); n++) {
        const isFailing = n % 20 === 7
        if (isFailing && status === 'read') continue
        const reported: CallbackStatus = isFailing && status === 'delivered' ? 'failed' : status
        const update = { wamid: `wamid.${n}`, reference: messageId(n), status: reported, at }
        const one = reported === 'failed' ? { ...update, errorCode: 131_026 } : update
        yield one
        if (n % 10 === 3) yield one
      }
}

try {
  await fill()
  const update = stream()
  await load(update, 1) // until everything is compiled and warm
  if (pgbench)
    report(
      'callbacks settled, 500 at a time',
      'pgbench, charges on one wallet, 1 client',
      { floor: 2, target: 5, goal: 10 },
      await measurePaired(
        ROUNDS,
        () => load(update, SECONDS),
        () => runPgbench(pgbench, { url: database.url, script: charge, clients: 1, seconds: SECONDS }),
      ),
    )
  else console.log('pgbench is not installed: there is nothing to compare with here. It comes with PostgreSQL.')
} finally {
  await close()
  await database.stop()
}

async function load(update: Iterator<StatusUpdate>, seconds: number): Promise<Sample> {
  const took: number[] = []
  let settled = 0
  const start = performance.now()
  for (let before = start; before < start + seconds * 1_000; ) {
    const batch = take(update, BATCH)
    if (batch.length === 0) throw new Error('the campaign is over: make it larger')
    await settleStatusUpdates(deps, batch)
    settled += batch.length
    const after = performance.now()
    took.push(after - before)
    before = after
  }
  return { perSecond: settled / ((performance.now() - start) / 1_000), p99Ms: percentile99(took) }
}

function take(update: Iterator<StatusUpdate>, count: number): StatusUpdate[] {
  const taken: StatusUpdate[] = []
  while (taken.length < count) {
    const { value, done } = update.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

/**
 * A campaign whose messages the provider has accepted, 15 paise each. Not analyzed, as in production right after a
 * launch.
 */
async function fill() {
  await database.query(`insert into vendor (id, company_name, country, currency, timezone, status, created_at, updated_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Bench', 'IN', 'INR', 'Asia/Kolkata', 'ACTIVE',
        now(), now() from generate_series(1, 2) n`)
  await database.query(`insert into wallet (vendor_id, id, currency, low_balance_threshold, created_at, updated_at)
    select id, id, 'INR', 20000, now(), now() from vendor`)
  await database.query(`insert into subscription (vendor_id, id, plan, cycle, status, cycle_amount_paise,
      monthly_amount_paise, billing_cycle_start, billing_cycle_end, conversation_cap, conversations_reserved,
      cap_reset_date, is_set_up, created_at, updated_at)
    values ('${VENDOR}', '${VENDOR}', 'SMB', 'MONTHLY', 'ACTIVE', 249900, 249900, now(), '2100-01-01', ${MESSAGES},
      ${MESSAGES}, '2100-01-01', true, now(), now())`)
  await database.query(`insert into pricing_snapshot (vendor_id, id, category, currency, exchange_rate_used,
      rate_fetched_at, discount_percent, items, messages_minor_unit, platform_fee_minor_unit, total_minor_unit, created_at)
    values ('${VENDOR}', '${CAMPAIGN}', 'UTILITY', 'INR', 83.33, now(), 0, '[]', ${MESSAGES * 15}, 0, ${MESSAGES * 15},
      now())`)
  await database.query(`insert into campaign (vendor_id, id, name, template_id, template_name, provider_name, language,
      category, components, variables, snapshot_id, currency, status, launched_at, recipients, skipped, expanded_at,
      created_at, updated_at)
    values ('${VENDOR}', '${CAMPAIGN}', 'Bench', '${CAMPAIGN}', 'bench', 'h1_bench', 'en_US', 'UTILITY', '[]', '{}',
      '${CAMPAIGN}', 'INR', 'RUNNING', now(), ${MESSAGES}, '[]', now(), now(), now())`)
  await database.query(`select move_money(id, now(), jsonb_build_array(jsonb_build_object('id', gen_random_uuid(),
    'type', 'CREDIT', 'amount', '1000000000000', 'key', 'opening', 'description', 'opening'))) from vendor`)
  await database.query(`select move_money('${VENDOR}', now(), jsonb_build_array(jsonb_build_object('id',
    gen_random_uuid(), 'type', 'RESERVED', 'amount', '${MESSAGES * 15}', 'key', 'reserve', 'description', 'reserve',
    'hold', '${CAMPAIGN}')))`)
  await database.query(`insert into message (vendor_id, id, campaign_id, kind, contact_id, mobile_hash, country_code,
      category, cost_minor_unit, status, wamid, due_at, created_at, sent_at)
    select '${VENDOR}', ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, '${CAMPAIGN}', 'CAMPAIGN',
        gen_random_uuid(), sha256(n::text::bytea), 'IN', 'UTILITY', 15, 'SENT', 'wamid.' || n, now(), now(), now()
      from generate_series(0, ${MESSAGES - 1}) n`)
}

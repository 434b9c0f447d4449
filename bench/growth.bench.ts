import { listForVendor } from '../server/src/features/audit/read-for-vendor.ts'
import { listActions } from '../server/src/features/audit/record.ts'
import { listCampaigns } from '../server/src/features/campaigns/reports/read-campaign.ts'
import { countAudience } from '../server/src/features/contacts/audience/audience.sql.ts'
import { countMatching } from '../server/src/features/contacts/count.ts'
import { listLabels } from '../server/src/features/contacts/lists/labels.sql.ts'
import { listLists } from '../server/src/features/contacts/lists/lists.ts'
import { listContacts } from '../server/src/features/contacts/sql.ts'
import { readDashboard } from '../server/src/features/dashboard/read.ts'
import { keepMessageCounts } from '../server/src/features/messages/counts/counters.ts'
import { leaseDue } from '../server/src/features/outbox/cross-vendor.sql.ts'
import { listDeadLetters } from '../server/src/features/outbox/dead-letters.ts'
import { countTransactions, listTransactions } from '../server/src/features/wallet/ledger/ledger.sql.ts'
import { claimDue } from '../server/src/features/webhook-intake/cross-vendor.sql.ts'
import { OffsetClock } from '../server/src/platform/clock/clock.ts'
import type { Config } from '../server/src/platform/config/config.ts'
import { createKeyring } from '../server/src/platform/crypto/keyring.ts'
import { inTransaction, openDatabase } from '../server/src/platform/db/db.ts'
import { migrate } from '../server/src/platform/db/migrations/migrate.ts'
import { keepRowCounts } from '../server/src/platform/db/row-counts.ts'
import type { VendorPrincipal } from '../server/src/platform/http/principal.ts'
import { createLog } from '../server/src/platform/log.ts'
import { growTables } from '../server/tests/support/database/grown-tables.ts'
import { newPayer } from '../server/tests/support/messaging/settlement.ts'
import { startBenchDatabase } from './support/database.ts'
import { median } from './support/paired.ts'

/**
 * How much longer statements take when one vendor has `large=` rows of everything instead of `small=`: contacts, messages,
 * ledger entries, audit entries, dead letters, jobs. Both sizes are databases of one server and are measured in turns, so
 * the anchor of a statement is itself at the smaller size. Full form: `npm run bench -- growth large=10000000`.
 */
const option = (name: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`${name}=`))?.split('=')[1] ?? otherwise)
const SMALL = option('small', process.argv.includes('--short') ? 10_000 : 100_000)
const LARGE = option('large', process.argv.includes('--short') ? 100_000 : 1_000_000)
const ROUNDS = option('rounds', 7)
const RUNS = 20
const RATIO_MAX = 1.3

const now = new Date()
const page = { number: 1, limit: 50, offset: 0, after: undefined }
const everybody = {
  label: undefined,
  list: undefined,
  search: undefined,
  countryCode: undefined,
  isOptedOut: undefined,
}
const anyAction = { actor: undefined, action: undefined, from: undefined, to: undefined }

const database = await startBenchDatabase()
try {
  await database.query('create database small')
  const smallUrl = new URL(database.url)
  smallUrl.pathname = '/small'
  await migrate(smallUrl.href)
  const small = await openScene(smallUrl.href, SMALL)
  const large = await openScene(database.url, LARGE)
  console.log(
    `growth, ${SMALL} to ${LARGE} rows of one vendor, ${ROUNDS} rounds of ${RUNS} runs; at most ${RATIO_MAX} is wanted`,
  )
  const figures: Record<string, number> = {}
  for (const name of Object.keys(small.statements)) figures[name] = await compare(name, small, large)
  console.log(JSON.stringify({ bench: 'growth', small: SMALL, large: LARGE, rounds: ROUNDS, figures }))
  await Promise.all([small.close(), large.close()])
} finally {
  await database.stop()
}

type Scene = Awaited<ReturnType<typeof openScene>>

async function openScene(url: string, rows: number) {
  const { db, pool, close } = openDatabase({ url, poolSize: 4, onError: () => {} })
  const vendorId = await newPayer(db)
  const { listId } = await growTables(db, vendorId, rows, now)
  const keyring = createKeyring([{ id: 'bench', bytes: Buffer.alloc(32, 1) }])
  await inTransaction(db, (tx) => keyring.create(tx, vendorId))
  await keepRowCounts({ db, log: createLog('silent') })
  await keepMessageCounts({ db, log: createLog('silent') })
  await pool.query('vacuum analyze')
  const deps = { db, clock: new OffsetClock(), config: { DISPATCH_RATE_PER_SECOND: 50 } as Config, keyring }
  const audience = { listId, asOf: now, requiredKeys: ['city'], excludeCountries: [] }
  const letters = { isReplayed: false, isClosed: false }
  const statements: Record<string, () => Promise<unknown>> = {
    'contacts, first page and total': () =>
      Promise.all([listContacts(db, vendorId, everybody, page), countMatching(db, vendorId, everybody)]),
    'labels with their contacts': () => listLabels(db, vendorId, page, true),
    'lists with their contacts': () => listLists(db, vendorId, page),
    'ledger, first page and total': () =>
      Promise.all([listTransactions(db, vendorId, {}, page), countTransactions(db, vendorId, {})]),
    'audit log of the vendor': () => listForVendor(db, vendorId, anyAction, page),
    'audit log of operators': () => listActions(db, { vendorId: undefined, action: undefined }, page),
    'dead letters': () => listDeadLetters(db, { ...letters, kinds: ['WEBHOOK', 'JOB'] }, page),
    'dead letters of messages': () => listDeadLetters(db, { ...letters, kinds: ['MESSAGE'] }, page),
    'outbox, relay': () => leaseDue(db, now, undefined, 20),
    'webhooks, claim': () => claimDue(db, { sources: ['PROVIDER'], isBulk: true, limit: 10 }, now, 30),
    'campaigns with their figures': () => listCampaigns(db, vendorId, { status: undefined }, page),
    dashboard: () => readDashboard(deps, { vendorId } as VendorPrincipal, {}),
    'preview (reads the members of the list)': () => countAudience(db, vendorId, audience),
  }
  return { statements, close }
}

/** The median of large ÷ small. */
async function compare(name: string, small: Scene, large: Scene): Promise<number> {
  const ratios: number[] = []
  const times: [number, number][] = []
  for (let round = -1; round < ROUNDS; round++) {
    const a = await timeOf(small, name)
    const b = await timeOf(large, name)
    // The first round fills caches.
    if (round < 0) continue
    ratios.push(b / a)
    times.push([a, b])
  }
  const ratio = median(ratios)
  const ms = (which: 0 | 1) => median(times.map((pair) => pair[which])).toFixed(2)
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`
  const verdict = ratio <= RATIO_MAX ? '' : '  GROWS'
  console.log(`  ${name.padEnd(46)} ${ms(0)} ms to ${ms(1)} ms   ratio ${ratio.toFixed(2)} ${spread}${verdict}`)
  return ratio
}

async function timeOf({ statements }: Scene, name: string): Promise<number> {
  const start = performance.now()
  for (let run = 0; run < RUNS; run++) await statements[name]?.()
  return (performance.now() - start) / RUNS
}

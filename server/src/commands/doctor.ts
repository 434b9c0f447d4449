import { compose } from '../compose.ts'
import { CLOCK_SKEW_MS_MAX, missingRoles, processMismatches } from '../domain/processes.ts'
import { sendingState } from '../domain/service-status.ts'
import { readProviderState } from '../features/dispatch/provider/provider-state.ts'
import { checkNewest } from '../features/invariants/check.ts'
import { agesOf, readBacklog } from '../features/monitoring/measure.ts'
import { listRunning, measureClock } from '../features/monitoring/processes.ts'
import { awaitDatabase, checkSchema } from '../infrastructure.ts'
import { ROLE_NAMES, readSettings } from '../platform/config/config.ts'
import { countMissing } from '../platform/db/rotation/next-hashes.ts'
import type { Deps } from '../platform/deps.ts'
import { createLog } from '../platform/log.ts'
import { plainConnections } from '../platform/plain-connections.ts'
import { runOnDatabase, UsageError } from './command.ts'

const ANSWER_WITHIN_MS = 5_000
const WAITING_SECONDS_MAX = 300

/** What is wrong, and what to do about it. */
interface Problem {
  text: string
  cure: string
}

/** Each reads the database only. The others still run after one that failed. */
const CHECKS = {
  clock: checkClock,
  'blind index': checkBlindIndex,
  processes: checkProcesses,
  'waiting work': checkWaiting,
  books: checkBooks,
}
const DATABASE_CURE = 'Check DATABASE_URL and the log of the database server, and run the doctor again.'

let failed = 0

/** Checks settings, services, schema, clocks, processes, waiting work and books. Exits with 1 if something is wrong. */
await runOnDatabase(async (config, { lifecycle }) => {
  if (process.argv.length > 2)
    throw new UsageError(
      'Usage: npm run doctor, or npx harkara doctor. It takes no options: the settings are those of the environment and .env.',
    )
  await awaitDatabase({ ...config, DATABASE_WAIT_SECONDS: 0 }, createLog('silent'))
  print('settings', `valid; NODE_ENV is ${config.NODE_ENV}${config.sandbox ? ', in sandbox mode' : ''}`)
  const plain = config.production ? plainConnections(config) : []
  if (plain.length > 0) print('connections', `allowed without encryption: ${plain.join(', ')}`)
  await checkSchema(config.DATABASE_URL)
  print('database', 'answers, and its schema is the one of this version')
  const deps = await compose(config, createLog('silent'), lifecycle, () => '', queueThatFails)
  await checkServices(deps)
  for (const [what, check] of Object.entries(CHECKS))
    await check(deps).catch((error: unknown) => print(what, '', [{ text: causeOf(error), cure: DATABASE_CURE }]))
  if (failed === 0) return '\nNo problems found.'
  process.exitCode = 1
  return `\n${failed === 1 ? 'One problem' : `${failed} problems`} found.`
})

/** Everything else is checked without a queue as well. */
function queueThatFails(failure: Error): Deps['queue'] {
  const fail = () => Promise.reject(failure)
  return { add: fail, remove: fail, work: fail, depth: fail, close: async () => {} }
}

function print(what: string, text: string, problems: readonly Problem[] = []) {
  failed += problems.length
  if (problems.length === 0) console.log(`✓ ${what.padEnd(18)} ${text}`)
  for (const problem of problems) console.log(`✗ ${what.padEnd(18)} ${problem.text}\n  → ${problem.cure}`)
}

async function checkServices(deps: Deps) {
  const { config } = deps
  const set = readSettings()
  await checkAnswer('queue', () => deps.queue.depth('default'), config.REDIS_URL ? 'REDIS_URL' : 'DATABASE_URL')
  await checkAnswer('file store', () => deps.files.check(), config.S3_ENDPOINT ? 'S3_ENDPOINT' : 'DATA_DIR')
  await checkAnswer('virus scanner', () => deps.scanner.check(), 'CLAMD_URL')
  // What is not set is the sandbox, which belongs to a running product.
  if (set.SMTP_URL) await checkAnswer('mail server', () => deps.mailer.check(), 'SMTP_URL')
  if (set.PROVIDER_BASE_URL) await checkAnswer('provider', () => fetch(config.PROVIDER_BASE_URL), 'PROVIDER_BASE_URL')
  if (set.GATEWAY_BASE_URL)
    await checkAnswer('payment gateway', () => fetch(config.GATEWAY_BASE_URL), 'GATEWAY_BASE_URL')
  if (set.RATES_URL) await checkAnswer('exchange rates', () => fetch(config.RATES_URL), 'RATES_URL')
}

async function checkAnswer(what: string, ask: () => Promise<unknown>, setting: string) {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS / 1_000} s`)), ANSWER_WITHIN_MS).unref()
  })
  const problems = await Promise.race([ask(), late]).then(
    () => [],
    (error: unknown) => [{ text: causeOf(error), cure: `Check ${setting} and that the service is running.` }],
  )
  print(what, 'answers', problems)
}

/** fetch says only that it failed, and keeps the reason. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? causeOf(error.cause) : error.message || error.name
}

async function checkClock({ db }: Deps) {
  const ahead = await measureClock(db)
  const isWrong = Math.abs(ahead) > CLOCK_SKEW_MS_MAX
  const text = `${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} the database`
  print(
    'clock',
    text,
    isWrong ? [{ text, cure: 'Synchronise the clocks of both machines, for example with chrony.' }] : [],
  )
}

/** A rotation that has not ended is no problem: everything works meanwhile. */
async function checkBlindIndex({ db, blindIndex }: Deps) {
  const version = blindIndex.version()
  const added = blindIndex.keys.length - version
  const missing = added > 0 ? await countMissing(db) : null
  const state = missing === null ? 'not begun' : `under way, ${missing} rows to move`
  const waiting = `; ${added} added, rotation ${state} (npm run keys:rotate -- --blind-index)`
  print('blind index', `key ${version} is in use${added > 0 ? waiting : ''}`)
}

async function checkProcesses({ db, config }: Deps) {
  const running = await listRunning(db)
  const missing = running.length > 0 ? missingRoles(running, ROLE_NAMES) : []
  const cure = 'Give all processes the same settings, version and time, and restart those that differ.'
  print('processes', describeRoles(running), [
    ...processMismatches(running).map((text) => ({ text, cure })),
    ...missing.map((role) => ({
      text: `No process runs ${role}.`,
      cure: `Start one with SERVICE_TYPE=${role}${config.REDIS_URL ? '' : ', or one without SERVICE_TYPE for all roles'}.`,
    })),
  ])
}

function describeRoles(running: readonly { roles: readonly string[] }[]) {
  if (running.length === 0) return 'none is running'
  return ROLE_NAMES.map((role) => `${role} × ${running.filter(({ roles }) => roles.includes(role)).length}`).join(', ')
}

async function checkWaiting({ db, clock, config }: Deps) {
  const now = clock.now()
  const backlog = await readBacklog(db, now)
  const { stoppedAt } = await readProviderState(db)
  const { outbox, gatewayWebhook, providerWebhook, message } = agesOf(backlog, now)
  const old = Object.entries({
    outbox,
    'gateway webhook': gatewayWebhook,
    'provider webhook': providerWebhook,
  }).flatMap(([work, seconds]) =>
    seconds > WAITING_SECONDS_MAX ? [`The oldest ${work} has waited for ${Math.round(seconds)} s.`] : [],
  )
  const section = (name: string) => `See docs/incidents.md, section “${name}”.`
  print(
    'waiting work',
    'no work is overdue',
    old.map((text) => ({ text, cure: section('Work waits in a queue') })),
  )
  const stopped = {
    text: `All sending is stopped since ${stoppedAt?.toISOString()}.`,
    cure: section('Sending is stopped'),
  }
  const late = {
    text: `Not stopped, but the oldest due message has waited for ${Math.round(message)} s.`,
    cure: section('Work waits in a queue'),
  }
  const load = { recipients: backlog.recipients, ratePerSecond: config.DISPATCH_RATE_PER_SECOND }
  const problems = { OPERATIONAL: [], DELAYED: [late], STOPPED: [stopped] }
  const waiting = message > 0 ? `; the oldest due message has waited for ${Math.round(message)} s` : ''
  print('sending', `not stopped${waiting}`, problems[sendingState(message, { isStopped: stoppedAt !== null, ...load })])
  const { deadLetters, unmatchedPayments, approvals } = backlog
  const people = `${deadLetters} dead letters, ${unmatchedPayments} unmatched payments, ${approvals} approvals`
  const needed = deadLetters + unmatchedPayments > 0
  print('for operators', people, needed ? [{ text: `${people} need a decision.`, cure: section('Dead letters') }] : [])
}

async function checkBooks({ db }: Deps) {
  const broken = await checkNewest(db)
  print(
    'books',
    'every invariant holds',
    broken.map(({ invariant, rows }) => ({
      text: `${invariant}: violated by ${rows.length} rows`,
      cure: 'See docs/incidents.md, section “An invariant is broken”.',
    })),
  )
}

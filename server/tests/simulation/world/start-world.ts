import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { compose } from '../../../src/compose.ts'
import { PLATFORM } from '../../../src/domain/ids.ts'
import { createOperator, findAccountByEmail } from '../../../src/features/auth/accounts/accounts.ts'
import { createAuthenticate } from '../../../src/features/auth/authenticate.ts'
import { createAccessTokens } from '../../../src/features/auth/sessions/access-token.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD, seedSandbox } from '../../../src/features/sandbox/seed.ts'
import { readSettings, resolveConfig } from '../../../src/platform/config/config.ts'
import { inTransaction, openDatabase } from '../../../src/platform/db/db.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import { buildApp } from '../../../src/platform/http/build-app.ts'
import type { Lifecycle } from '../../../src/platform/lifecycle.ts'
import { createLog } from '../../../src/platform/log.ts'
import { ROLES } from '../../../src/roles/all.ts'
import { makeTempDir } from '../../support/services/temp-dir.ts'
import { CURRENCIES } from '../model/currency.ts'
import { APPROVAL_THRESHOLD, CAP } from '../model/prices.ts'
import { startBackground } from './background.ts'
import { cheapPasswords, localLock, localMailbox, unlimited, WalkClock } from './local-parts.ts'
import { localTableReader } from './local-table-reader.ts'
import { MemoryQueue } from './memory-queue.ts'
import { startOutside } from './outside.ts'
import { rememberBaseline } from './reset.ts'
import { openWalkDatabase } from './walk-database.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

const START = new Date('2026-06-01T00:00:00Z')

/**
 * The whole product in this process, with everything that would run by itself driven by the walk: the clock stands, the
 * queue runs on demand, gateway, provider and rates answer as the walk says. The product's own adapters to these three
 * stay in the path.
 */
export async function startWorld(databaseUrl: string, lifecycle: Lifecycle) {
  const dataDir = await makeTempDir('simulation')
  lifecycle.onStop('data', () => rm(dataDir, { recursive: true, force: true }))
  const clock = new WalkClock(START)
  const outside = await startOutside(clock)
  lifecycle.onStop('outside', outside.stop)

  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SANDBOX_DEMO_DATA: 'false',
    API_REQUESTS_PER_MINUTE: '1000000000',
    UPLOADS_PER_MINUTE: '1000000',
    DISPATCH_RATE_PER_SECOND: '1000000',
    APPROVAL_THRESHOLD_INR_PAISE: String(APPROVAL_THRESHOLD),
  })
  const config = resolveConfig(settings, { databaseUrl, sandbox: { url: outside.url, smtpUrl: 'smtp://127.0.0.1:1' } })
  const logLines: string[] = []
  const log = createLog('warn', { write: (line) => void logLines.push(line) })
  const queue = new MemoryQueue(clock)
  const mailer = localMailbox()
  const composed = await compose(config, log, lifecycle, () => 'http://product.test')
  await composed.sharedClock?.stop()
  const { db, close, writes } = await openWalkDatabase(databaseUrl)
  lifecycle.onStop('database of the walk', close)
  const local = {
    clock,
    queue,
    mailer,
    db,
    bulkDb: db,
    tableReader: localTableReader,
    lock: localLock(),
    rateLimiter: unlimited,
    passwords: cheapPasswords,
  }
  const deps: Deps = { ...composed, ...local }
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  await seedSandbox(deps)
  // The other rates would only be fetched.
  await sql`delete from exchange_rate where not to_currency = any(${[...CURRENCIES]})`.execute(deps.db)
  for (const [plan, cap] of Object.entries(CAP))
    await sql`update plan set conversation_cap = ${cap} where plan = ${plan}`.execute(deps.db)
  const second = await createOperator(deps, { email: 'second@harkara.test', password: SANDBOX_PASSWORD })
  const first = await findAccountByEmail(deps, deps.db, OPERATOR_EMAIL)
  if (!first) throw new Error('the sandbox has an operator')

  const roles = Object.values(ROLES)
  const app = await buildApp(deps, {
    version: 'simulation',
    authenticate: createAuthenticate(deps),
    checks: {},
    apiRoutes: roles.flatMap((role) => role.apiRoutes),
    rootRoutes: roles.flatMap((role) => role.rootRoutes),
  })
  await app.ready()
  lifecycle.onStop('http', () => app.close())
  const background = await startBackground(deps, queue)
  await rememberBaseline(deps.db)
  const inspector = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => {} })
  lifecycle.onStop('inspector', inspector.close)
  /** A connection of the simulator's own, for checks whose text is the same each time. */
  const query = (text: string, values: unknown[]) => inspector.pool.query<Record<string, unknown>>(text, values)
  const operators = [first.id, second] as const
  const accessTokens = createAccessTokens(config.jwtSecrets)
  return { app, deps, clock, queue, mailer, outside, logLines, background, operators, accessTokens, query, writes }
}

import { compose } from '../server/src/compose.ts'
import { PLATFORM } from '../server/src/domain/ids.ts'
import { createAuthenticate } from '../server/src/features/auth/authenticate.ts'
import { authRoutes } from '../server/src/features/auth/routes.ts'
import { DEMO_EMAIL, seedSandbox } from '../server/src/features/sandbox/seed.ts'
import { readSettings, resolveConfig } from '../server/src/platform/config/config.ts'
import { inTransaction } from '../server/src/platform/db/db.ts'
import { buildApp } from '../server/src/platform/http/build-app.ts'
import { Lifecycle } from '../server/src/platform/lifecycle.ts'
import { createLog } from '../server/src/platform/log.ts'
import { startBenchDatabase } from './support/database.ts'
import { median } from './support/paired.ts'

/**
 * Whether response times reveal that an address has an account. Known and unknown addresses in turns, with the same
 * call; the ratio of the median times must be within a tenth of 1.
 */
const CALLS = process.argv.includes('--short') ? 60 : 500
const ROUTES = {
  '/auth/register': 'seven quiet rivers',
  '/auth/login': 'not this one',
  '/auth/send-otp': undefined,
  '/auth/forgot-password': undefined,
}

const database = await startBenchDatabase()
const log = createLog('silent')
const lifecycle = new Lifecycle(log)
try {
  const settings = readSettings({ AUTH_CALLS_PER_MINUTE: '1000000', OTP_CODES_PER_HOUR: '1000000' })
  const sandbox = { url: 'http://127.0.0.1:9', smtpUrl: 'smtp://127.0.0.1:9' }
  const deps = await compose(resolveConfig(settings, { databaseUrl: database.url, sandbox }), log, lifecycle, () => '')
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  await seedSandbox(deps)
  const app = await buildApp(deps, {
    version: 'bench',
    authenticate: createAuthenticate(deps),
    checks: {},
    apiRoutes: [authRoutes],
    rootRoutes: [],
  })

  const timed = async (path: string, email: string, password: string | undefined) => {
    const began = performance.now()
    await app.inject({ method: 'POST', url: `/api/v1${path}`, payload: { email, ...(password && { password }) } })
    return performance.now() - began
  }
  console.log(`time of an answer, known ÷ unknown address, medians of ${CALLS} calls each in turns`)
  for (const [path, password] of Object.entries(ROUTES)) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    for (let i = 0; i < CALLS; i++) {
      // Earlier attempts are deleted, so that no limit applies to either address.
      await database.query(
        'delete from sign_in_failure; delete from sign_in_source_failure; delete from registration_attempt; delete from mailed_code',
      )
      const pair = [
        ['known', DEMO_EMAIL],
        ['unknown', `nobody-${i}@example.com`],
      ] as const
      for (const [kind, email] of i % 2 === 0 ? pair : [...pair].reverse())
        times[kind].push(await timed(path, email, password))
    }
    const ratio = median(times.known) / median(times.unknown)
    console.log(
      `  ${path.padEnd(24)} ${median(times.known).toFixed(2)} ms ÷ ${median(times.unknown).toFixed(2)} ms = ${ratio.toFixed(2)}`,
    )
    console.log(JSON.stringify({ bench: 'sign-in timing', path, calls: CALLS, ratio }))
  }
  await app.close()
} finally {
  await lifecycle.stop()
  await database.stop()
}

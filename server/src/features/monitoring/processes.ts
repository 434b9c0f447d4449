import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { fleetProblems, type RunningProcess, shouldFollow } from '../../domain/fleet.ts'
import { steadyClock } from '../../platform/clock/clock.ts'
import { type Running, repeat } from '../../platform/concurrency/repeat.ts'
import type { Config } from '../../platform/config.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import * as sql from './cross-vendor.sql.ts'

const REPORT_MS = 10_000
/** A process that was not seen for this long has ended. */
const SEEN_WITHIN_SECONDS = 35
const FORGOTTEN_AFTER_SECONDS = 300

/**
 * Reports this process every few seconds, and logs once what does not fit together with the others. During a rolling
 * change of a setting or an upgrade that is expected for a while, so nothing is refused.
 */
export async function keepReporting(deps: Deps, version: string): Promise<Running> {
  const id = newId()
  const startedAt = deps.clock.now()
  const settings = sharedSettings(deps.config)
  let known: readonly string[] = []
  const report = repeat(
    deps.log,
    'processes.report',
    async () => {
      const clockAheadMs = await measureClock(deps.db)
      if (shouldFollow({ clockAheadMs, machineAheadMs: steadyClock.machineAheadMs() })) steadyClock.followMachine()
      const self = { roles: deps.config.roles, host: hostname(), version, settings, clockAheadMs }
      await inTransaction(deps.db, async (tx) => {
        await sql.upsertProcess(tx, id, self, startedAt)
        await sql.deleteSilentProcesses(tx, FORGOTTEN_AFTER_SECONDS)
      })
      const problems = fleetProblems(await listRunning(deps.db))
      for (const problem of problems.filter((other) => !known.includes(other)))
        deps.log.error({ event: 'processes.differ', problem })
      known = problems
      return REPORT_MS
    },
    REPORT_MS,
  )
  return {
    async stop() {
      await report.stop()
      await inTransaction(deps.db, (tx) => sql.deleteProcess(tx, id)).catch(() => {}) // it is forgotten anyway
    },
  }
}

/** Running processes whose keys of the blind indexes are not those of this one. */
export async function processesWithOtherIndexKeys(db: Db, config: Config): Promise<string[]> {
  const own = sharedSettings(config)['BLIND_INDEX_KEY']
  const others = (await listRunning(db)).filter(({ settings }) => settings['BLIND_INDEX_KEY'] !== own)
  return others.map(({ roles, host }) => `${roles.join('+')} on ${host}`)
}

export const listRunning = (db: Db): Promise<RunningProcess[]> => sql.listProcesses(db, SEEN_WITHIN_SECONDS)

/** How far the clock of this process is ahead of the database's, within half a round trip. */
export async function measureClock(db: Db): Promise<number> {
  const before = Date.now()
  const there = await sql.databaseClock(db)
  return Math.round((before + Date.now()) / 2 - there.getTime())
}

/** Hashes of different versions cannot be compared; those of the first have none. */
const HASH_VERSION = 'v2'

/**
 * Settings of which two values at once do harm: work is queued where nobody looks, files are not found, people are
 * signed out, webhooks are refused, the sending rate is exceeded, approvals are evaded. A missing one is a value too. Addresses lose their
 * password first.
 *
 * Only a short keyed hash leaves the process. Its key is the first key of the blind indexes, which is never replaced. A
 * copy of the database is therefore not enough to guess values, and a process with another first key is reported as
 * differing in BLIND_INDEX_KEY.
 */
function sharedSettings(config: Config): Record<string, string> {
  const hashKey = createHmac('sha256', config.blindIndexKeys[0] as Buffer)
    .update('shared settings')
    .digest()
  const hashOf = (text: string) => createHmac('sha256', hashKey).update(text).digest('hex').slice(0, 12)
  const keys = config.ENCRYPTION_KEYS.map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`)
  const values: Record<string, string | undefined> = {
    NODE_ENV: config.NODE_ENV,
    JWT_SECRET: config.JWT_SECRET,
    ENCRYPTION_KEYS: keys.join(','),
    BLIND_INDEX_KEY: config.blindIndexKeys.map((key) => key.toString('base64')).join(','),
    REDIS_URL: withoutPassword(config.REDIS_URL),
    S3_ENDPOINT: withoutPassword(config.S3_ENDPOINT),
    S3_BUCKET: config.S3_BUCKET,
    CLAMD_URL: config.CLAMD_URL,
    PROVIDER_BASE_URL: config.PROVIDER_BASE_URL,
    PROVIDER_TOKEN: config.PROVIDER_TOKEN,
    PROVIDER_APP_SECRET: config.PROVIDER_APP_SECRET,
    PROVIDER_PHONE_NUMBER_ID: config.PROVIDER_PHONE_NUMBER_ID,
    GATEWAY_BASE_URL: config.GATEWAY_BASE_URL,
    GATEWAY_KEY_ID: config.GATEWAY_KEY_ID,
    GATEWAY_KEY_SECRET: config.GATEWAY_KEY_SECRET,
    GATEWAY_WEBHOOK_SECRET: config.GATEWAY_WEBHOOK_SECRET,
    DISPATCH_RATE_PER_SECOND: String(config.DISPATCH_RATE_PER_SECOND),
    APPROVAL_THRESHOLD_INR_PAISE: String(config.APPROVAL_THRESHOLD_INR_PAISE),
    APPROVAL_TOTAL_INR_PAISE: config.APPROVAL_TOTAL_INR_PAISE?.toString(),
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value = '']) => [name, `${HASH_VERSION}:${hashOf(`${name} ${value}`)}`]),
  )
}

function withoutPassword(address: string | undefined) {
  if (address === undefined) return undefined
  const url = new URL(address)
  url.password = ''
  return url.href
}

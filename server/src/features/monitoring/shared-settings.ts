import { createHmac } from 'node:crypto'
import { type Config, SETTING_NAMES, type SettingName } from '../../platform/config/config.ts'

/**
 * Settings that may differ between the processes of an installation. All others are compared, including new ones.
 */
export const PER_PROCESS = [
  // Who this process is, and where it listens and logs.
  'SERVICE_TYPE',
  'PORT',
  'HOST',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER_ARG',
  'CRASH_AT',
  // Whether two of them have the same files is compared itself; see local-files.ts.
  'DATA_DIR',
  // All of them report to the same database, and some may reach it through a pooler.
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'DATABASE_PREPARED_STATEMENTS',
  'DATABASE_WAIT_SECONDS',
  'MIGRATE_ON_START',
  // A spare may look for work less often.
  'IDLE_POLL_MS',
  // Of the process that starts the sandbox. Its addresses are compared as those of the services that it replaces.
  'SANDBOX_PORT',
  'SANDBOX_SMTP_PORT',
  'SANDBOX_DEMO_DATA',
  'SANDBOX_DEMO_MONTH',
] as const satisfies readonly SettingName[]

/** Hashes of different versions cannot be compared; those of the first have none. */
const HASH_VERSION = 'v3'

/**
 * Settings that must be equal in all processes. Otherwise jobs are queued where no worker reads them, people are signed
 * out, webhooks are refused, invoices of two series are issued, or the sending rate is exceeded. A missing setting counts
 * as a value. Passwords are removed from addresses before they are hashed.
 *
 * Only a short keyed hash leaves the process. Its key is the first key of the blind indexes, which is never replaced. A
 * copy of the database is therefore not enough to guess values, and a process with another first key is reported as
 * differing in BLIND_INDEX_KEY.
 */
export function sharedSettings(config: Config, derived: Record<string, string> = {}): Record<string, string> {
  const hashKey = createHmac('sha256', config.blindIndexKeys[0] as Buffer)
    .update('shared settings')
    .digest()
  const hashOf = (text: string) => createHmac('sha256', hashKey).update(text).digest('hex').slice(0, 12)
  const perProcess: ReadonlySet<string> = new Set(PER_PROCESS)
  const settings = SETTING_NAMES.filter((name) => !perProcess.has(name)).map((name) => [name, config[name]] as const)
  return Object.fromEntries(
    [...settings, ...Object.entries(derived)].map(([name, value]) => [
      name,
      `${HASH_VERSION}:${hashOf(`${name} ${textOf(name, value)}`)}`,
    ]),
  )
}

function textOf(name: string, value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return /_(URL|ENDPOINT)$/.test(name) ? withoutPassword(value) : value
  return JSON.stringify(value instanceof Set ? [...value] : value)
}

function withoutPassword(address: string) {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.password = ''
  return url.href
}

import { readSettings } from '../../../src/platform/config/config.ts'
import { migrate } from '../../../src/platform/db/migrations/migrate.ts'
import { atEnd } from '../cleanup.ts'
import { newDataDir, type ProductProcess, startProcess } from '../processes/process.ts'
import { startProduct } from '../product.ts'
import { startClamd } from '../services/clamd.ts'
import { freePort } from '../services/free-port.ts'
import { startHaproxy } from '../services/haproxy.ts'
import { startMailbox } from '../services/mailbox.ts'
import { startRedis } from '../services/redis.ts'
import { startS3 } from '../services/s3.ts'
import { startTestSandbox } from '../services/sandbox.ts'
import { announceTo } from './announce.ts'
import { startDatabase } from './database.ts'
import type { PreviousRelease } from './previous-release.ts'

/** How many processes of each role run. */
const SIZES = { API_GATEWAY: 2, WEBHOOK: 2, WORKER: 3, OUTBOX: 2 } as const
type Role = keyof typeof SIZES

export type Fleet = Awaited<ReturnType<typeof startFleet>>
export interface Member {
  role: Role
  /** Ends it with this signal and starts it again at its address, in this version. Returns how it ended. */
  replace(signal: NodeJS.Signals): Promise<number | string>
  end(signal: NodeJS.Signals): Promise<number | string>
}

/**
 * Nine processes that share nothing but a PostgreSQL, a Redis, an S3 and a clamd, with HAProxy before those that serve.
 * The product in this process only prepares vendors and looks; it serves nobody and has no workers. With a previous
 * release, its processes are started on its own tables, and then the database is migrated under them.
 */
export async function startFleet({ rate, previous }: { rate: number; previous?: PreviousRelease | undefined }) {
  const database = await startDatabase(previous?.migrate ?? migrate)
  const [redis, s3, clamd, mailbox] = await Promise.all([startRedis(), startS3(), startClamd(), startMailbox()])
  const sandbox = await startTestSandbox(readSettings({ NODE_ENV: 'test' }))
  for (const stop of [s3.close, redis.stop, clamd.stop, mailbox.stop, sandbox.stop]) atEnd(stop)
  const shared = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    CLAMD_URL: clamd.tcpUrl,
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    S3_REGION: s3.settings.region,
    DISPATCH_RATE_PER_SECOND: String(rate),
    SENDING_LEASE_SECONDS: '3',
    ACCESS_TOKEN_TTL_SECONDS: '86400',
    API_REQUESTS_PER_MINUTE: '1000000',
    UPLOADS_PER_MINUTE: '100000',
    DATABASE_POOL_SIZE: '5',
    PROVIDER_BASE_URL: sandbox.url,
    GATEWAY_BASE_URL: sandbox.url,
    RATES_URL: `${sandbox.url}/rates`,
    SMTP_URL: mailbox.url,
  }
  const ports = { API_GATEWAY: await freePorts(SIZES.API_GATEWAY), WEBHOOK: await freePorts(SIZES.WEBHOOK) }
  const proxy = await startHaproxy({ api: { to: ports.API_GATEWAY }, webhook: { to: ports.WEBHOOK } })
  atEnd(proxy.stop)
  await announceTo(sandbox, `http://127.0.0.1:${proxy.ports.webhook}`)

  const places = (Object.keys(SIZES) as Role[]).flatMap((role) =>
    Array.from({ length: SIZES[role] }, (_, n) => ({ role, port: role in ports ? ports[role as 'WEBHOOK'][n] : 0 })),
  )
  // One after the other: nine at once take the processor from each other until the first ones are given up.
  const members: Member[] = []
  for (const { role, port } of places)
    members.push(await startMember(role, { ...shared, PORT: String(port) }, previous?.program))
  if (previous) await migrate(database.url)
  const product = { ...(await startProduct({ without: ['WORKER', 'OUTBOX'], env: shared })), sandbox }
  return { product, members, database, redis, clamd, apiUrl: `http://127.0.0.1:${proxy.ports.api}/api/v1` }
}

async function startMember(role: Role, env: Record<string, string>, program?: string): Promise<Member> {
  // Each has a directory of its own, like on a machine of its own.
  const DATA_DIR = await newDataDir()
  const start = (options: { program?: string } = {}): Promise<ProductProcess> =>
    startProcess({ ...env, DATA_DIR, SERVICE_TYPE: role }, options)
  let running = await start(program === undefined ? {} : { program })
  return {
    role,
    async replace(signal) {
      const how = await running.end(signal)
      running = await start()
      return how
    },
    end: (signal) => running.end(signal),
  }
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  return ports
}

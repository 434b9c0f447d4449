import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { compose } from '../../src/compose.ts'
import { PLATFORM, type VendorId } from '../../src/domain/ids.ts'
import { createApiKey } from '../../src/features/api-keys/keys.ts'
import { createAccount } from '../../src/features/auth/accounts/accounts.ts'
import { createAuthenticate } from '../../src/features/auth/authenticate.ts'
import { knownDeviceOf } from '../../src/features/auth/sessions/client.ts'
import { openSession, sessionDeps } from '../../src/features/auth/sessions/sessions.ts'
import { announceToSandbox } from '../../src/features/sandbox/announce.ts'
import { seedSandbox } from '../../src/features/sandbox/seed.ts'
import { addMember, createVendor } from '../../src/features/vendors/create.ts'
import { readSettings, resolveConfig, type Settings } from '../../src/platform/config/config.ts'
import type { RouteModule } from '../../src/platform/config/role.ts'
import { createPasswords } from '../../src/platform/crypto/passwords.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import type { Deps } from '../../src/platform/deps.ts'
import type { App } from '../../src/platform/http/app.ts'
import { buildApp, type STRANGER_LIMITS } from '../../src/platform/http/build-app.ts'
import { Lifecycle } from '../../src/platform/lifecycle.ts'
import { createLog } from '../../src/platform/log.ts'
import { ROLES } from '../../src/roles/all.ts'
import { atEnd } from './cleanup.ts'
import { createTestDatabase } from './database/database.ts'
import { assertInvariants } from './database/invariants.ts'
import { eventually } from './eventually.ts'
import { startMailbox } from './services/mailbox.ts'
import { startRedis } from './services/redis.ts'
import { gatewayOf, type SandboxClient, sandboxClient, startTestSandbox } from './services/sandbox.ts'
import { makeTempDir } from './services/temp-dir.ts'

export type TestProduct = Awaited<ReturnType<typeof startProduct>>

/**
 * Starts the whole product in this process: all roles on a new database, with a real queue and real SMTP to a mailbox
 * of the test. There is no network listener; requests are injected. With `sandbox`, the real sandbox runs too, the
 * product listens for its webhooks, and both share one clock.
 */
export async function startProduct(options: ProductOptions = {}) {
  const named = options.env?.['DATABASE_URL']
  const databaseUrl = named ?? (await createTestDatabase())
  if (!named) atEnd(() => assertInvariants(databaseUrl))
  // Stopped before its database is checked and dropped, because workers would otherwise wait for the database.
  const lifecycle = new Lifecycle(createLog('silent'))
  atEnd(() => lifecycle.stop())
  const dataDir = await makeTempDir('product')
  lifecycle.onStop('data', () => rm(dataDir, { recursive: true, force: true }))
  const mailbox = await startMailbox()
  lifecycle.onStop('mailbox', mailbox.stop)

  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    AUTH_CALLS_PER_MINUTE: '100000',
    SANDBOX_DEMO_DATA: 'false',
    PASSWORD_MEMORY_KIB: String(PASSWORD_MEMORY_KIB),
    // Work that is committed in this process ends every pause; polls of idle products would only take the processor.
    IDLE_POLL_MS: '1000',
    ...(process.env['TEST_ON_REDIS'] && { REDIS_URL: await redisFor(lifecycle) }),
    ...options.env,
  })
  const sandbox = options.sandbox ? await besideUs(settings, lifecycle) : sandboxClient(NOWHERE)
  const config = resolveConfig(settings, { databaseUrl, sandbox: { url: sandbox.url, smtpUrl: mailbox.url } })
  const logLines: string[] = []
  const log = createLog('debug', { write: (line) => void logLines.push(line) })
  let listeningAt = 'http://product.test'
  const deps = await compose(config, log, lifecycle, () => listeningAt)
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  await seedSandbox(deps)
  const app = await appOf(deps, options)
  lifecycle.onStop('http', () => app.close())
  if (options.sandbox) listeningAt = await listen(app)
  for (const role of Object.values(ROLES).filter(({ name }) => !options.without?.includes(name)))
    for (const begin of role.background) {
      const running = await begin(deps)
      lifecycle.onStop(role.name, () => running.stop())
    }
  if (options.sandbox) await announceToSandbox(deps, listeningAt)
  const clock = options.sandbox ? clockOfSandbox(sandbox) : clockOf(deps)
  const outside = { mailbox, sandbox, gateway: gatewayOf(sandbox) }
  return { app, deps, databaseUrl, logLines, ...outside, ...clientOf(app), ...clock, lifecycle }
}

/** Queue, locks and limits in Redis, when the whole run uses it (TEST_ON_REDIS). */
async function redisFor(lifecycle: Lifecycle) {
  const redis = await startRedis()
  lifecycle.onStop('redis', redis.stop)
  return redis.url
}

/** Nothing responds here: a product without a sandbox must not need one. */
const NOWHERE = 'http://127.0.0.1:1'

async function besideUs(settings: Settings, lifecycle: Lifecycle): Promise<SandboxClient> {
  const { stop, ...sandbox } = await startTestSandbox(settings)
  lifecycle.onStop('sandbox', stop)
  return sandbox
}

async function listen(app: App): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export interface ProductOptions {
  env?: Record<string, string>
  routes?: RouteModule[]
  strangerLimits?: typeof STRANGER_LIMITS
  /** Roles whose background work is left to the test or to other processes. */
  without?: string[]
  /** Starts the real sandbox, for payments, webhooks and exchange rates. */
  sandbox?: boolean
}

async function appOf(deps: Deps, { routes = [], strangerLimits }: ProductOptions): Promise<App> {
  const roles = Object.values(ROLES)
  const app = await buildApp(deps, {
    version: 'test',
    authenticate: createAuthenticate(deps),
    deviceOf: knownDeviceOf(deps),
    checks: {},
    apiRoutes: [...roles.flatMap((role) => role.apiRoutes), ...routes],
    rootRoutes: roles.flatMap((role) => role.rootRoutes),
    ...(strangerLimits && { strangerLimits }),
  })
  await app.ready()
  return app
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export interface CallOptions {
  token?: string | undefined
  headers?: Record<string, string>
  ip?: string
}

function clientOf(app: App) {
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> =>
    send(method, path, body === undefined || typeof body === 'string' ? body : JSON.stringify(body), {
      ...options,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...options.headers },
    })
  /** Sends bytes of any content type. */
  const send = async (
    method: string,
    path: string,
    payload: string | Buffer | undefined,
    options: CallOptions = {},
  ) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path.startsWith('/') && !path.startsWith('/!') ? `/api/v1${path}` : path.slice(2),
      remoteAddress: options.ip ?? '127.0.0.1',
      headers: {
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const json = /json/.test(String(response.headers['content-type'] ?? ''))
    return {
      status: response.statusCode,
      body: json && response.body ? JSON.parse(response.body) : response.body,
      headers: response.headers,
    }
  }
  return {
    call,
    send,
    get: (path: string, options?: CallOptions) => call('GET', path, undefined, options),
    post: (path: string, body?: unknown, options?: CallOptions) => call('POST', path, body, options),
    patch: (path: string, body?: unknown, options?: CallOptions) => call('PATCH', path, body, options),
    del: (path: string, options?: CallOptions) => call('DELETE', path, undefined, options),
  }
}

function clockOf(deps: Deps) {
  return {
    /** Moves the product's clock, like the sandbox. */
    advance: async (seconds: number) => {
      await deps.sharedClock?.advance(seconds)
    },
  }
}

function clockOfSandbox(sandbox: SandboxClient): ReturnType<typeof clockOf> {
  return {
    advance: async (seconds) => {
      const { status, body } = await sandbox.post('/control/clock', { advanceSeconds: seconds })
      if (status !== 200) throw new Error(`the clock did not move: ${JSON.stringify(body)}`)
    },
  }
}

export const PASSWORD = 'seven quiet rivers'
let counter = 0
export const newEmail = () => `person-${process.pid}-${++counter}@example.com`

/** The newest code that was mailed to an address. Waits until more than `after` mails have arrived. */
export async function codeFor(product: Pick<TestProduct, 'mailbox'>, email: string, after = 0): Promise<string> {
  return eventually(() => {
    const mails = product.mailbox.to(email)
    const code = mails.length > after ? /\b\d{6}\b/.exec(mails.at(-1)?.text ?? '')?.[0] : undefined
    if (!code) throw new Error('no mail with a code yet')
    return code
  }, 15_000)
}

/** In production a hash takes so long that guessing is hopeless; tests sign in thousands of times. */
const PASSWORD_MEMORY_KIB = 64
const passwordHash = createPasswords(PASSWORD_MEMORY_KIB).hash(PASSWORD)

/** A vendor with its administrator signed in, as after registration, but without hashing and mail. */
export async function newVendor({ deps }: Pick<TestProduct, 'deps'>, companyName = 'Asha Traders') {
  const email = newEmail()
  const account = { email, passwordHash: await passwordHash }
  const now = deps.clock.now()
  const session = await inTransaction(deps.db, async (tx) => {
    const administrator = await createAccount(tx, deps, account, now)
    await createVendor(tx, deps, { companyName, administrator }, now)
    return openSession(tx, sessionDeps(deps), administrator, undefined, now)
  })
  return {
    email,
    token: session.accessToken,
    refreshToken: session.refreshToken,
    vendorId: session.vendor?.id as string,
    userId: session.user.id as string,
  }
}

/** Creates an API key for a vendor without users, through an administrator who is created for it. */
export async function apiKeyOf({ deps }: Pick<TestProduct, 'deps'>, vendorId: VendorId) {
  const now = deps.clock.now()
  const account = { email: newEmail(), passwordHash: await passwordHash }
  const accountId = await inTransaction(deps.db, async (tx) => {
    const id = await createAccount(tx, deps, account, now)
    await addMember(tx, vendorId, id, 'ADMIN', now)
    return id
  })
  const who = { kind: 'vendor', vendorId, role: 'ADMIN', accountId } as const
  return (await inTransaction(deps.db, (tx) => createApiKey(tx, deps, who, { name: 'test' }, now))).key
}

/** A signed-in member of a vendor's team, as after an invitation, but without a plan and mail. */
export async function newMember(
  { deps }: Pick<TestProduct, 'deps'>,
  adminToken: string,
  role: 'ADMIN' | 'MEMBER' = 'MEMBER',
  email = newEmail(),
) {
  const account = { email, passwordHash: await passwordHash }
  const now = deps.clock.now()
  const session = await inTransaction(deps.db, async (tx) => {
    const id = await createAccount(tx, deps, account, now)
    await addMember(tx, vendorOf(adminToken), id, role, now)
    return openSession(tx, sessionDeps(deps), id, undefined, now)
  })
  return { email, token: session.accessToken, userId: session.user.id as string }
}

const vendorOf = (token: string): VendorId =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).vendorId

export async function invitationFor(product: Pick<TestProduct, 'mailbox'>, email: string): Promise<string> {
  return eventually(() => {
    const token = /#(hi_\S+)/.exec(product.mailbox.to(email).at(-1)?.text ?? '')?.[1]
    if (!token) throw new Error('no invitation yet')
    return token
  }, 15_000)
}

export async function signIn(product: TestProduct, email: string, password = PASSWORD) {
  return product.post('/auth/login', { email, password })
}

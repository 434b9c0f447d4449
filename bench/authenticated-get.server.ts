import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { z } from 'zod'
import { compose } from '../server/src/compose.ts'
import { PLATFORM, type VendorId } from '../server/src/domain/ids.ts'
import { findAccountByEmail } from '../server/src/features/auth/accounts/accounts.ts'
import { createAuthenticate } from '../server/src/features/auth/authenticate.ts'
import { openSession, sessionDeps } from '../server/src/features/auth/sessions/sessions.ts'
import { DEMO_EMAIL, seedSandbox } from '../server/src/features/sandbox/seed.ts'
import { findVendor } from '../server/src/features/vendors/sql.ts'
import { readSettings, resolveConfig } from '../server/src/platform/config/config.ts'
import { inTransaction, openDatabase } from '../server/src/platform/db/db.ts'
import type { Deps } from '../server/src/platform/deps.ts'
import type { App } from '../server/src/platform/http/app.ts'
import { buildApp } from '../server/src/platform/http/build-app.ts'
import { ANY_VENDOR_USER } from '../server/src/platform/http/guards/access.ts'
import { Lifecycle } from '../server/src/platform/lifecycle.ts'
import { createLog } from '../server/src/platform/log.ts'

/** One of the two servers of the benchmark: `product` or `bare`. Sends its address to its parent process. */
const url = process.env['DATABASE_URL'] ?? ''
const POOL_SIZE = 10

async function product() {
  const settings = readSettings({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    API_REQUESTS_PER_MINUTE: '1000000000',
  })
  const config = resolveConfig(settings, {
    databaseUrl: url,
    sandbox: { url: 'http://127.0.0.1:1', smtpUrl: 'smtp://127.0.0.1:1' },
  })
  const log = createLog('info')
  const deps = await compose(config, log, new Lifecycle(log), () => '')
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  await seedSandbox(deps)
  const account = await findAccountByEmail(deps, deps.db, DEMO_EMAIL)
  if (!account) throw new Error('the demo account was not seeded')
  const session = await inTransaction(deps.db, (tx) =>
    openSession(tx, sessionDeps(deps), account.id, undefined, deps.clock.now()),
  )
  const app = await buildApp(deps, {
    version: 'bench',
    authenticate: createAuthenticate(deps),
    checks: {},
    apiRoutes: [oneQuery],
    rootRoutes: [],
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${addressOf(app)}${config.API_PREFIX}/bench`, token: session.accessToken }
}

const View = z.object({ id: z.string(), companyName: z.string(), status: z.string() })

function oneQuery(app: App, deps: Deps) {
  app.get(
    '/bench',
    { config: { access: ANY_VENDOR_USER, resource: 'contacts' }, schema: { response: { 200: View } } },
    async (request) => present(await findVendor(deps.db, request.vendor.vendorId)),
  )
}

async function bare() {
  const { db } = openDatabase({ url, poolSize: POOL_SIZE, onError: () => {} })
  let vendorId: VendorId | undefined
  while (!vendorId) vendorId = (await db.selectFrom('vendor').select('id').limit(1).executeTakeFirst())?.id
  const id = vendorId
  const app = Fastify()
  app.get('/bench', async () => present(await findVendor(db, id)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${addressOf(app)}/bench`, token: '' }
}

const present = (vendor: { id: string; company_name: string; status: string }) => ({
  id: vendor.id,
  companyName: vendor.company_name,
  status: vendor.status,
})

const addressOf = (app: { server: { address(): AddressInfo | string | null } }) =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

process.send?.(process.argv[2] === 'product' ? await product() : await bare())

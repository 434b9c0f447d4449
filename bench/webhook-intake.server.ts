import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { compose } from '../server/src/compose.ts'
import { PLATFORM } from '../server/src/domain/ids.ts'
import { readSettings, resolveConfig } from '../server/src/platform/config/config.ts'
import { inTransaction } from '../server/src/platform/db/db.ts'
import { buildApp } from '../server/src/platform/http/build-app.ts'
import { Lifecycle } from '../server/src/platform/lifecycle.ts'
import { createLog } from '../server/src/platform/log.ts'
import { webhook } from '../server/src/roles/webhook.ts'

/** One of the two servers of the benchmark: `product` or `bare`. Sends its address to its parent process. */
const PATH = '/webhooks/razorpay'

async function product() {
  const databaseUrl = process.env['DATABASE_URL'] ?? ''
  const config = resolveConfig(readSettings({ DATABASE_URL: databaseUrl }), {
    databaseUrl,
    sandbox: { url: 'http://127.0.0.1:1', smtpUrl: 'smtp://127.0.0.1:1' },
  })
  const log = createLog('info')
  const deps = await compose(config, log, new Lifecycle(log), () => '')
  await inTransaction(deps.db, (tx) => deps.keyring.create(tx, PLATFORM))
  const app = await buildApp(deps, {
    version: 'bench',
    authenticate: async () => undefined,
    checks: {},
    apiRoutes: webhook.apiRoutes,
    rootRoutes: webhook.rootRoutes,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: addressOf(app) }
}

async function bare() {
  const app = Fastify()
  app.post(PATH, async () => ({ status: 'ok' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: addressOf(app) }
}

const addressOf = (app: { server: { address(): AddressInfo | string | null } }) =>
  `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${PATH}`

process.send?.(process.argv[2] === 'product' ? await product() : await bare())

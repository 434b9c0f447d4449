import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { claimDataDir } from '../../src/embedded/data-dir.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { eventually } from '../support/eventually.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { newDataDir, type ProductProcess, request, spawnProduct, startProcess } from '../support/processes/process.ts'
import { freePort } from '../support/services/free-port.ts'

const START_WITHIN_MS = MINUTE_MS

async function startDatabase(dataDir: string) {
  const claim = await claimDataDir(dataDir)
  if (claim.kind !== 'owner') throw new Error('the directory is in use')
  const postgres = await startPostgres(claim)
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop()
      await claim.release()
    },
  }
}

test(
  'a process that is started before its database waits for it, says so, and then starts',
  async () => {
    const dataDir = await newDataDir()
    const first = await startDatabase(dataDir)
    await first.stop()
    const product = spawnProduct({
      DATABASE_URL: first.url,
      DATA_DIR: await newDataDir(),
      PORT: '0',
      SANDBOX_PORT: '0',
      DATABASE_WAIT_SECONDS: '3600',
    })
    const prints = (event: string) =>
      eventually(() => expect(product.output()).toContain(`"event":"${event}"`), START_WITHIN_MS)
    await prints('database.waiting')
    expect(product.exitCode).toBe(null)
    const second = await startDatabase(dataDir)
    expect(second.url).toBe(first.url)
    await prints('database.available')
    await prints('started')
    product.kill('SIGTERM')
    await eventually(() => expect(product.exitCode).toBe(0), START_WITHIN_MS)
    await second.stop()
  },
  FAULT_RUN_MS,
)

test(
  'after the process that runs the sandbox is killed and replaced, callbacks arrive again',
  async () => {
    const env = {
      DATABASE_URL: await createTestDatabase(),
      DATA_DIR: await newDataDir(),
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
    }
    const sandboxUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`
    const start = (role: string): Promise<ProductProcess> => startProcess({ ...env, SERVICE_TYPE: role })
    const owner = await start('API_GATEWAY')
    const [webhook, worker] = [await start('WEBHOOK'), await start('WORKER')]
    const knownUrl = async () => (await request(`${sandboxUrl}/control/product`)).body.webhookUrl
    const registered = await knownUrl()
    expect(registered).toEqual(expect.any(String))

    await owner.end('SIGKILL')
    await eventually(async () => {
      await expect(fetch(`${sandboxUrl}/healthz`)).rejects.toThrow()
    }, START_WITHIN_MS)
    const next = await start('API_GATEWAY')
    await eventually(async () => expect(await knownUrl()).toBe(registered), START_WITHIN_MS)

    // A payment at the new sandbox reaches the wallet through the WEBHOOK process, which was never restarted.
    const demo = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }
    const { body: session } = await request(`${next.url}/api/v1/auth/login`, 'POST', demo)
    const call = (path: string, method = 'GET', body?: unknown) =>
      request(`${next.url}/api/v1${path}`, method, body, session.accessToken)
    const { body: order } = await call('/wallet/recharge/init', 'POST', { amountMinorUnit: 50_000 })
    const path = `/control/gateway/orders/${order.gatewayOrderId}/pay`
    expect((await request(`${sandboxUrl}${path}`, 'POST', {})).status).toBe(200)
    await eventually(
      async () => expect((await call('/wallet/balance')).body.balanceMinorUnit).toBe(50_000),
      START_WITHIN_MS,
    )
    for (const one of [next, webhook, worker]) await one.end('SIGTERM')
  },
  FAULT_RUN_MS,
)

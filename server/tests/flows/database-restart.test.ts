import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { claimDataDir } from '../../src/embedded/data-dir.ts'
import { startPostgres } from '../../src/embedded/postgres/postgres.ts'
import { eventually } from '../support/eventually.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { mailTo, newDataDir, request, startProcess } from '../support/processes/process.ts'

const RECOVERY_MS = 10_000

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
  'PostgreSQL restarted under load: refusals are 503, and the API and the queue work again within ten seconds',
  async () => {
    const dataDir = await newDataDir()
    let database = await startDatabase(dataDir)
    const { url: databaseUrl } = database
    const product = await startProcess({
      DATABASE_URL: databaseUrl,
      DATA_DIR: await newDataDir(),
      API_REQUESTS_PER_MINUTE: '1000000',
    })
    const demo = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', demo)
    const me = () => request(`${product.url}/api/v1/vendor/me`, 'GET', undefined, body.accessToken)

    const seen = new Map<number, number>()
    let loading = true
    const load = Array.from({ length: 8 }, async () => {
      while (loading) {
        const { status } = await me()
        seen.set(status, (seen.get(status) ?? 0) + 1)
        if (status !== 200) await sleep(20)
      }
    })
    try {
      for (let round = 0; round < 2; round++) {
        await database.stop()
        database = await startDatabase(dataDir)
        expect(database.url).toBe(databaseUrl)
        await eventually(async () => expect((await me()).status).toBe(200), RECOVERY_MS)
      }
    } finally {
      loading = false
      await Promise.all(load)
    }
    expect([...seen.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(seen.get(503)).toBeGreaterThan(0)

    const email = 'after@example.com'
    await request(`${product.url}/api/v1/auth/register`, 'POST', { email, password: 'seven quiet rivers' })
    await request(`${product.url}/api/v1/auth/send-otp`, 'POST', { email })
    expect((await mailTo(product.sandboxUrl, email)).subject).toBe('Your Harkara verification code')
    expect(await product.end('SIGTERM')).toBe(0)
    await database.stop()
  },
  FAULT_RUN_MS,
)

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { mailTo, newDataDir, type ProductProcess, request, startProcess } from '../support/processes/process.ts'
import { freePort } from '../support/services/free-port.ts'

const ROLES = ['API_GATEWAY', 'WEBHOOK', 'WORKER', 'OUTBOX'] as const
const processes: Partial<Record<(typeof ROLES)[number], ProductProcess>> = {}
let sandboxUrl: string
let env: Record<string, string>

beforeAll(async () => {
  env = {
    DATABASE_URL: await createTestDatabase(),
    DATA_DIR: await newDataDir(),
    SANDBOX_PORT: String(await freePort()),
  }
  sandboxUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`
  // All at once: they race for migrations, seed and sandbox, and each must come up.
  await Promise.all(
    ROLES.map(async (role) => {
      processes[role] = await startProcess({ ...env, SERVICE_TYPE: role })
    }),
  )
}, 120_000)

afterAll(async () => {
  await Promise.all(Object.values(processes).map((process) => process.end('SIGTERM')))
})

const urlOf = (role: (typeof ROLES)[number]) => processes[role]?.url ?? ''
const api = (path: string) => `${urlOf('API_GATEWAY')}/api/v1${path}`

describe('four roles as four processes on one database', () => {
  test.each(ROLES)('%s is alive, ready and measured', async (role) => {
    expect((await request(`${urlOf(role)}/healthz`)).body).toEqual({ status: 'ok' })
    expect(await request(`${urlOf(role)}/readyz`)).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect((await request(`${urlOf(role)}/metrics`)).body).toContain(`harkara_role_up{role="${role}"} 1`)
  })

  test('only API_GATEWAY serves the API, only WEBHOOK takes calls from outside', async () => {
    for (const role of ['WEBHOOK', 'WORKER', 'OUTBOX'] as const)
      expect((await request(`${urlOf(role)}/api/v1/auth/login`, 'POST', {})).status).toBe(404)
    for (const role of ['API_GATEWAY', 'WORKER', 'OUTBOX'] as const)
      expect((await request(`${urlOf(role)}/sandbox/clock`, 'POST', {})).status).toBe(404)
  })

  test('a registration goes through all of them: API, outbox, worker, mail, and the clock through the webhook', async () => {
    const email = 'asha@example.com'
    await request(api('/auth/register'), 'POST', { email, password: 'seven quiet rivers' })
    await request(api('/auth/send-otp'), 'POST', { email })
    const otp = /\b\d{6}\b/.exec((await mailTo(sandboxUrl, email)).text)?.[0]
    const verified = await request(api('/auth/verify-otp'), 'POST', { email, otp })
    expect(verified.status).toBe(200)
    const me = () => request(api('/vendor/me'), 'GET', undefined, verified.body.accessToken)
    expect((await me()).status).toBe(200)

    const before = Date.now()
    const moved = await request(`${sandboxUrl}/control/clock`, 'POST', { advanceSeconds: 16 * 60 })
    expect(moved.status).toBe(200)
    expect(new Date(moved.body.now).getTime()).toBeGreaterThanOrEqual(before + 16 * MINUTE_MS)
    // The answer means: every process uses the new time. The token of fifteen minutes is over.
    expect((await me()).status).toBe(401)
    expect((await request(api('/auth/refresh'), 'POST', { refreshToken: verified.body.refreshToken })).status).toBe(200)
  })

  test('the clock only moves for a signed request', async () => {
    for (const signature of ['', 'x', createHash('sha256').update('{"advanceSeconds":1}').digest('hex')]) {
      const response = await fetch(`${urlOf('WEBHOOK')}/sandbox/clock`, {
        method: 'POST',
        headers: { 'x-sandbox-signature': signature },
        body: '{"advanceSeconds":1}',
      })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 'SIGNATURE_INVALID' })
    }
  })

  test('a worker that was killed is made up for by the next one', async () => {
    await processes.WORKER?.end('SIGKILL')
    const email = 'late@example.com'
    await request(api('/auth/register'), 'POST', { email, password: 'seven quiet rivers' })
    await request(api('/auth/send-otp'), 'POST', { email })
    processes.WORKER = await startProcess({ ...env, SERVICE_TYPE: 'WORKER' })
    expect((await mailTo(sandboxUrl, email)).text).toMatch(/\b\d{6}\b/)
  })
})

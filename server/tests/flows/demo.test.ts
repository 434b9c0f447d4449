import { expect, test } from 'vitest'
import { DEMO_EMAIL, SANDBOX_PASSWORD } from '../../src/features/sandbox/seed.ts'
import { eventually } from '../support/eventually.ts'
import { newDataDir, startProcess } from '../support/processes/process.ts'

test('the demo vendor of a first start has contacts, an active plan, a charged wallet and an approved template', async () => {
  const product = await startProcess({ DATA_DIR: await newDataDir(), SANDBOX_DEMO_DATA: 'true' })
  const api = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${product.url}/api/v1${path}`, init)
    // biome-ignore lint/suspicious/noExplicitAny: looked into below
    return (await response.json()) as any
  }
  const body = JSON.stringify({ email: DEMO_EMAIL, password: SANDBOX_PASSWORD })
  const session = await api('/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const headers = { authorization: `Bearer ${session.accessToken}` }
  await eventually(async () => {
    expect(await api('/contacts', { headers })).toMatchObject({ total: 5 })
    expect(await api('/billing/subscription', { headers })).toMatchObject({ plan: 'SMB', status: 'ACTIVE' })
    expect(await api('/wallet/balance', { headers })).toMatchObject({ balanceMinorUnit: 500_000 })
    expect((await api('/templates', { headers })).data).toMatchObject([{ status: 'APPROVED' }])
    expect(await api('/vendor/me', { headers })).toMatchObject({ messagingEnabled: true })
  }, 30_000)
  const [setup, plan, recharge] = ['SETUP', 'SUBSCRIPTION', 'WALLET_RECHARGE']
  const { data } = await api('/billing/invoices', { headers })
  expect(data.map(({ type }: { type: string }) => type).sort()).toEqual([setup, plan, recharge].sort())
  expect(await product.end('SIGTERM')).toBe(0)
})

import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { SANDBOX_SECRETS } from '../../src/platform/config/config.ts'
import { atEnd } from '../support/cleanup.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { newDataDir, nobodyOutside, type ProductProcess, request, startProcess } from '../support/processes/process.ts'
import { codeFor, newEmail, PASSWORD } from '../support/product.ts'
import { startMailbox } from '../support/services/mailbox.ts'

let product: ProductProcess
let mailbox: Awaited<ReturnType<typeof startMailbox>>
beforeAll(async () => {
  mailbox = await startMailbox()
  atEnd(mailbox.stop)
  product = await startProcess({
    ...Object.fromEntries(Object.keys(SANDBOX_SECRETS).map((name) => [name, randomBytes(24).toString('hex')])),
    ...nobodyOutside({ mailbox }),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: await createTestDatabase(),
    DATA_DIR: await newDataDir(),
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    BLIND_INDEX_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: 'https://app.example',
    MAIL_FROM: 'Harkara <hello@app.example>',
    SUPPORT_EMAIL: 'help@app.example',
    SUPPLIER_NAME: 'App Private Limited',
    SUPPLIER_ADDRESS: '12 Church Street, Bengaluru 560001',
    SUPPLIER_GSTIN: '29AAGCB7383J1Z4',
  })
})

const api = (path: string, body: object) => request(`${product.url}/api/v1${path}`, 'POST', body)

describe('in production', () => {
  test('the published passwords do not work, and no password is printed', async () => {
    for (const email of ['demo@harkara.test', 'operator@harkara.test'])
      expect((await api('/auth/login', { email, password: 'sandbox-harkara-1' })).status).toBe(401)
    expect(product.output()).not.toMatch(/sandbox-harkara-1|operator@harkara\.test/)
  })

  test('the clock has no handle, and no sandbox runs beside the product', async () => {
    const { status } = await request(`${product.url}/sandbox/clock`, 'POST', { advanceSeconds: 60 })
    expect(status).toBe(404)
    expect(product.sandboxUrl).toBe('')
  })

  test('pages are for HTTPS alone, and so is the cookie of a session', async () => {
    expect((await fetch(product.url)).headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
    const email = newEmail()
    await api('/auth/register', { email, password: PASSWORD, companyName: 'Asha Traders' })
    await api('/auth/send-otp', { email })
    const verified = await fetch(`${product.url}/api/v1/auth/verify-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'portal', origin: product.url },
      body: JSON.stringify({ email, otp: await codeFor({ mailbox }, email) }),
    })
    expect(verified.status).toBe(200)
    const cookies = verified.headers.getSetCookie()
    expect(cookies).toContainEqual(expect.stringMatching(/^__Host-harkara_refresh=/))
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(mailbox.to(email).at(-1)?.text).not.toContain('127.0.0.1')
  })
})

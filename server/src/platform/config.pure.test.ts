import { describe, expect, test } from 'vitest'
import { ConfigError, readSettings, SANDBOX_SECRETS } from './config.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://harkara@db/harkara',
  PROVIDER_BASE_URL: 'https://graph.example',
  GATEWAY_BASE_URL: 'https://gateway.example',
  SMTP_URL: 'smtps://mail.example',
  RATES_URL: 'https://rates.example',
  PUBLIC_URL: 'https://app.example',
  MAIL_FROM: 'Harkara <hello@app.example>',
  SUPPORT_EMAIL: 'help@app.example',
  SUPPLIER_NAME: 'App Private Limited',
  SUPPLIER_ADDRESS: '12 Church Street, Bengaluru 560001',
  SUPPLIER_GSTIN: '29AAGCB7383J1Z4',
  ...Object.fromEntries(Object.keys(SANDBOX_SECRETS).map((name) => [name, `own-${name}`])),
  JWT_SECRET: 'x'.repeat(40),
  ENCRYPTION_KEYS: `2026:${key(7)}`,
  BLIND_INDEX_KEY: key(8),
}

function problemsOf(env: Record<string, string | undefined>) {
  try {
    readSettings(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return [...(error as ConfigError).problems]
  }
}

describe('settings', () => {
  test('nothing set: everything runs, in sandbox mode, all roles', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      PORT: 3000,
      SANDBOX_PORT: 4010,
      API_PREFIX: '/api/v1',
      sandbox: true,
      production: false,
    })
    expect(settings.roles).toEqual(['API_GATEWAY', 'WEBHOOK', 'WORKER', 'OUTBOX'])
  })

  test('all mistakes are reported at once, each with its name', () => {
    const problems = problemsOf({
      PORT: '70000',
      SERVICE_TYPE: 'api',
      DATABASE_URL: 'mysql://x',
      JWT_SECRET: 'short',
      ENCRYPTION_KEYS: 'nokey',
      CORS_ALLOWED_ORIGINS: 'https://a.example/path',
    })
    for (const name of [
      'PORT',
      'SERVICE_TYPE',
      'DATABASE_URL',
      'JWT_SECRET',
      'ENCRYPTION_KEYS',
      'CORS_ALLOWED_ORIGINS',
    ])
      expect(problems.some((problem) => problem.startsWith(`${name}:`))).toBe(true)
  })

  test('an empty value counts as not set', () => {
    expect(readSettings({ DATABASE_URL: '', PORT: '' }).PORT).toBe(3000)
  })

  test('a complete production environment starts without the sandbox', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({ production: true, sandbox: false })
  })

  test.each(Object.keys(PRODUCTION).filter((name) => !['NODE_ENV', 'SANDBOX_SECRET'].includes(name)))(
    'production refuses to start without %s, and says so',
    (name) => {
      expect(problemsOf({ ...PRODUCTION, [name]: undefined })).toEqual([expect.stringContaining(name)])
    },
  )

  test.each(Object.entries(SANDBOX_SECRETS).filter(([name]) => name !== 'SANDBOX_SECRET'))(
    'production refuses the public default of %s',
    (name, value) => {
      expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([expect.stringContaining(name)])
    },
  )

  test('S3_ENDPOINT asks for bucket and keys', () => {
    expect(problemsOf({ S3_ENDPOINT: 'http://localhost:1' })).toHaveLength(3)
  })

  test('the supplier of invoices has a valid tax number, and two series of its own', () => {
    expect(problemsOf({ SUPPLIER_GSTIN: '27AABCU9603R1ZM' })).toEqual([expect.stringContaining('SUPPLIER_GSTIN')])
    expect(problemsOf({ INVOICE_PREFIX: 'TOOLONG' })).toEqual([expect.stringContaining('INVOICE_PREFIX')])
    expect(problemsOf({ INVOICE_PREFIX: 'A', CREDIT_NOTE_PREFIX: 'A' })).toEqual([
      expect.stringContaining('CREDIT_NOTE_PREFIX'),
    ])
  })

  test('the first encryption key is the current one and ids may not repeat', () => {
    const settings = readSettings({ ENCRYPTION_KEYS: `b:${key(1)},a:${key(2)}` })
    expect(settings.ENCRYPTION_KEYS.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(problemsOf({ ENCRYPTION_KEYS: `a:${key(1)},a:${key(2)}` })).toHaveLength(1)
  })
})

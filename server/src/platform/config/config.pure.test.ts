import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ConfigError, readSettings, SANDBOX_SECRETS } from './config.ts'
import { entropyBits } from './secret-strength.ts'

/** Looks random but is the same in every run. */
const bytesOf = (seed: string) => createHash('sha256').update(seed).digest()
const key = (seed: number) => bytesOf(`key ${seed}`).toString('base64')

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://harkara@db/harkara?sslmode=verify-full',
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
  ...Object.fromEntries(Object.keys(SANDBOX_SECRETS).map((name) => [name, bytesOf(name).toString('hex').slice(0, 24)])),
  JWT_SECRET: bytesOf('jwt').toString('hex'),
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

  test('the approval threshold is whole paise, 50,000 rupees if not given', () => {
    expect(readSettings({}).APPROVAL_THRESHOLD_INR_PAISE).toBe(5_000_000)
    expect(readSettings({ APPROVAL_THRESHOLD_INR_PAISE: '0' }).APPROVAL_THRESHOLD_INR_PAISE).toBe(0)
    for (const wrong of ['-1', '1.5', '100000000001', 'none'])
      expect(problemsOf({ APPROVAL_THRESHOLD_INR_PAISE: wrong })).toHaveLength(1)
  })

  test('the limit of one person for all vendors is ten times the threshold, and none in sandbox mode', () => {
    const outside = {
      NODE_ENV: 'development',
      PROVIDER_BASE_URL: 'https://a',
      GATEWAY_BASE_URL: 'https://b',
      SMTP_URL: 'smtp://c',
      RATES_URL: 'https://d',
    }
    expect(readSettings({}).APPROVAL_TOTAL_INR_PAISE).toBeUndefined()
    expect(readSettings(outside).APPROVAL_TOTAL_INR_PAISE).toBe(50_000_000)
    expect(readSettings({ ...outside, APPROVAL_THRESHOLD_INR_PAISE: '7' }).APPROVAL_TOTAL_INR_PAISE).toBe(70)
    expect(readSettings({ APPROVAL_TOTAL_INR_PAISE: '8' }).APPROVAL_TOTAL_INR_PAISE).toBe(8)
    expect(problemsOf({ APPROVAL_TOTAL_INR_PAISE: '1000000000001' })).toHaveLength(1)
  })

  test('operators need a second factor outside sandbox mode, unless it is switched', () => {
    const outside = {
      NODE_ENV: 'development',
      PROVIDER_BASE_URL: 'https://a',
      GATEWAY_BASE_URL: 'https://b',
      SMTP_URL: 'smtp://c',
      RATES_URL: 'https://d',
    }
    expect(readSettings({}).OPERATOR_CONFIRMATION_REQUIRED).toBe(false)
    expect(readSettings(outside).OPERATOR_CONFIRMATION_REQUIRED).toBe(true)
    expect(readSettings({}).OPERATOR_MFA_REQUIRED).toBe(false)
    expect(readSettings(outside).OPERATOR_MFA_REQUIRED).toBe(true)
    expect(readSettings({ ...outside, OPERATOR_MFA_REQUIRED: 'false' }).OPERATOR_MFA_REQUIRED).toBe(false)
    expect(readSettings({ OPERATOR_MFA_REQUIRED: 'true' }).OPERATOR_MFA_REQUIRED).toBe(true)
    expect(problemsOf({ OPERATOR_MFA_REQUIRED: 'yes' })).toHaveLength(1)
  })

  describe('with all outside services set and NODE_ENV not,', () => {
    const unnamed = { ...PRODUCTION, NODE_ENV: undefined }
    const SECRETS = Object.entries(SANDBOX_SECRETS).filter(([name]) => name !== 'SANDBOX_SECRET')
    const refusal = (name: string) => [
      expect.stringMatching(/^NODE_ENV: is not set .* production, or to development or test/),
      expect.stringMatching(`^${name}[: ]`),
    ]

    test.each(SECRETS)('%s must be set, and not to its published value', (name, value) => {
      expect(problemsOf({ ...unnamed, [name]: undefined })).toEqual(refusal(name))
      expect(problemsOf({ ...unnamed, NODE_ENV: '', [name]: value })).toEqual(refusal(name))
    })

    test('secrets of its own are enough', () => {
      expect(readSettings(unnamed)).toMatchObject({ production: false, sandbox: false })
      expect(problemsOf({ ...unnamed, DATABASE_URL: undefined, PUBLIC_URL: undefined })).toEqual([])
    })

    test('development, test, and the sandbox in place of any of them accept published secrets', () => {
      const published = { ...unnamed, ...SANDBOX_SECRETS }
      for (const NODE_ENV of ['development', 'test']) expect(problemsOf({ ...published, NODE_ENV })).toEqual([])
      for (const name of ['PROVIDER_BASE_URL', 'GATEWAY_BASE_URL', 'SMTP_URL', 'RATES_URL'])
        expect(problemsOf({ ...published, [name]: undefined })).toEqual([])
    })
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

  test('production refuses cheaper password hashes than the default', () => {
    expect(problemsOf({ ...PRODUCTION, PASSWORD_MEMORY_KIB: '64' })).toEqual([
      expect.stringContaining('PASSWORD_MEMORY_KIB: must be at least 19456'),
    ])
    expect(problemsOf({ ...PRODUCTION, PASSWORD_MEMORY_KIB: '65536' })).toEqual([])
  })

  test('production refuses plain connections to other machines unless they are allowed by name', () => {
    const plain = { ...PRODUCTION, REDIS_URL: 'redis://redis', SMTP_URL: 'smtp://mail.example' }
    expect(problemsOf(plain)).toEqual([expect.stringMatching('^REDIS_URL'), expect.stringMatching('^SMTP_URL')])
    expect(problemsOf({ ...plain, ALLOW_PLAIN_CONNECTIONS: 'REDIS_URL,SMTP_URL' })).toEqual([])
    expect(problemsOf({ ALLOW_PLAIN_CONNECTIONS: 'true' })[0]).toMatch('must be among DATABASE_URL, REDIS_URL')
    expect(problemsOf({ REDIS_URL: 'redis://redis' })).toEqual([])
  })

  describe('production refuses a secret', () => {
    const SECRETS = Object.keys(SANDBOX_SECRETS).filter((name) => !/_ID$|^SANDBOX_SECRET$/.test(name))
    const zeros = Buffer.alloc(32).toString('base64')
    /** The text in the format of the setting. */
    const inForm = (name: string, text: string) => {
      const base64 = Buffer.from(text.padEnd(32, text)).subarray(0, 32).toString('base64')
      if (name === 'ENCRYPTION_KEYS') return `own:${base64}`
      return name === 'BLIND_INDEX_KEY' ? base64 : text.padEnd(40, text)
    }
    const refusalsOf = (changes: Record<string, string>) => problemsOf({ ...PRODUCTION, ...changes })

    test.each(SECRETS)('%s that is one letter, or a few in turn', (name) => {
      for (const text of ['a', '0', 'ab', 'abc', 'secret', '0123456789'])
        expect(refusalsOf({ [name]: inForm(name, text) }), text).toEqual([expect.stringContaining(`${name}`)])
    })

    test.each(SECRETS.filter((name) => !/KEY/.test(name)))('%s that is short', (name) => {
      expect(refusalsOf({ [name]: 'q7Xk2' })).toContainEqual(expect.stringMatching(`^${name}: must have at least`))
    })

    test('that is published, under whatever name, key id and place in the list', () => {
      const [, material = ''] = SANDBOX_SECRETS.ENCRYPTION_KEYS.split(':')
      const copies: Record<string, string>[] = [
        { ENCRYPTION_KEYS: `2026:${material}` },
        { ENCRYPTION_KEYS: `2026:${key(1)},2025:${material}` },
        { BLIND_INDEX_KEY: material },
        { JWT_SECRET: SANDBOX_SECRETS.BLIND_INDEX_KEY },
        { PROVIDER_APP_SECRET: SANDBOX_SECRETS.GATEWAY_WEBHOOK_SECRET },
        { GATEWAY_WEBHOOK_SECRET_PREVIOUS: SANDBOX_SECRETS.GATEWAY_WEBHOOK_SECRET },
        { JWT_SECRET_PREVIOUS: SANDBOX_SECRETS.JWT_SECRET },
      ]
      for (const changes of copies)
        expect(refusalsOf(changes)).toEqual([expect.stringMatching(`^${Object.keys(changes)[0]}.*published`)])
    })

    test('that is used twice, and names both places', () => {
      expect(refusalsOf({ GATEWAY_WEBHOOK_SECRET: PRODUCTION.JWT_SECRET })).toEqual([
        'GATEWAY_WEBHOOK_SECRET: must differ from JWT_SECRET',
      ])
      expect(refusalsOf({ BLIND_INDEX_KEY: key(7) })).toEqual([
        'BLIND_INDEX_KEY: must differ from ENCRYPTION_KEYS (key 2026)',
      ])
      expect(refusalsOf({ ENCRYPTION_KEYS: `new:${key(1)},old:${key(1)}` })).toEqual([
        'ENCRYPTION_KEYS (key old): must differ from ENCRYPTION_KEYS (key new)',
      ])
    })

    test('that replaces itself, or whose predecessor is weak', () => {
      expect(refusalsOf({ JWT_SECRET_PREVIOUS: PRODUCTION.JWT_SECRET })).toEqual([
        'JWT_SECRET_PREVIOUS: must differ from JWT_SECRET',
      ])
      expect(refusalsOf({ JWT_SECRET_PREVIOUS: 'short' })).toContainEqual(
        'JWT_SECRET_PREVIOUS: must have at least 32 characters',
      )
      expect(refusalsOf({ JWT_SECRET_PREVIOUS: 'ab'.repeat(30) })).toEqual([
        expect.stringContaining('JWT_SECRET_PREVIOUS: is not random enough'),
      ])
    })

    test('all of them at once, and repeats no value', () => {
      const problems = refusalsOf({
        JWT_SECRET: 'z'.repeat(40),
        ENCRYPTION_KEYS: `own:${zeros}`,
        PROVIDER_TOKEN: 'q7Xk2',
      })
      expect(problems).toHaveLength(3)
      expect(problems.join()).not.toMatch(/zz|AAAA|q7Xk2/)
    })

    test('but none that is random, however it is written', () => {
      for (let i = 0; i < 500; i++) {
        const bytes = bytesOf(`random ${i}`)
        expect(entropyBits(bytes)).toBeGreaterThan(100)
        const issued = {
          PROVIDER_APP_SECRET: bytes.toString('hex').slice(0, 32),
          GATEWAY_KEY_SECRET: bytes.toString('hex').slice(32, 48),
        }
        expect(refusalsOf({ JWT_SECRET: bytes.toString('base64'), ...issued })).toEqual([])
      }
    })
  })

  describe('TRUST_PROXY', () => {
    test.each(['false', '0', '1', '2', '10.0.0.0/8', '127.0.0.1', '10.0.0.0/8, fd00::/8,::1'])('takes %s', (value) => {
      expect(problemsOf({ TRUST_PROXY: value })).toEqual([])
    })

    test('is not true: the refusal says what to give instead', () => {
      expect(problemsOf({ TRUST_PROXY: 'true' })).toEqual([expect.stringMatching(/spoof its address.*10\.0\.0\.0\/8/)])
    })

    test.each([
      'yes',
      '-1',
      '11',
      '1.5',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/8;::1',
      '10.0.0',
      'loopback',
      ',',
    ])('refuses %s', (value) => {
      expect(problemsOf({ TRUST_PROXY: value })).toEqual([expect.stringMatching('^TRUST_PROXY: must be')])
    })
  })

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

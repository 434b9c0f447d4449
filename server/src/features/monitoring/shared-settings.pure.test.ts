import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSettings, resolveConfig } from '../../platform/config/config.ts'
import { PER_PROCESS, sharedSettings } from './shared-settings.ts'

const sharedOf = (env: Record<string, string> = {}) => {
  const parts = { databaseUrl: 'postgres://a/b', sandbox: { url: 'http://127.0.0.1:1', smtpUrl: 'smtp://127.0.0.1:2' } }
  return sharedSettings(resolveConfig(readSettings(env), parts))
}
const differences = (env: Record<string, string>) => {
  const [one, other] = [sharedOf(), sharedOf(env)]
  return Object.keys(one).filter((name) => one[name] !== other[name])
}

describe('what is compared between processes', () => {
  test("is every setting, except those that are listed as one process's own", () => {
    const env = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
    const all = [...env.matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name)
    expect(all.length).toBeGreaterThan(80)
    const decided = [...Object.keys(sharedOf()), ...PER_PROCESS].filter((name) => name !== 'CRASH_AT')
    expect(decided.sort()).toEqual(all.sort())
  })

  test.each<Record<string, string>>([
    { INVOICE_PREFIX: 'ABC' },
    { SUPPLIER_NAME: 'Another Private Limited' },
    { APPROVAL_THRESHOLD_INR_PAISE: '1' },
    { GRACE_WINDOW_DAYS: '9' },
    { PUBLIC_URL: 'https://app.example' },
    { SMTP_URL: 'smtp://mail.example' },
    { STOP_WORDS: 'HALT' },
    { CORS_ALLOWED_ORIGINS: 'https://app.example' },
    { JWT_SECRET_PREVIOUS: 'sandbox-only-jwt-secret-that-was-used-before' },
    { OPERATOR_MFA_REQUIRED: 'true' },
    { BLIND_INDEX_KEY: 'ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=,AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
    { ENCRYPTION_KEYS: 'other:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
  ])('%o is seen', (env) => expect(differences(env)).toEqual(Object.keys(env)))

  test('a port, a pool size and the password of an address are not', () => {
    expect(differences({ PORT: '1', DATABASE_POOL_SIZE: '3', TRUST_PROXY: '1' })).toEqual([])
    const [one, other] = ['a', 'b'].map((word) => sharedOf({ REDIS_URL: `redis://:${word}@127.0.0.1:6379` }))
    expect(one).toEqual(other)
  })
})

import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without any setting the sandbox listens on loopback, port 4010, with SMTP on any free port', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 4010, smtpPort: 0, productUrl: undefined })
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ SANDBOX_PORT: '', SANDBOX_SECRET: '' })).toEqual(readConfig({}))
})

test('all invalid settings are reported together, each with its name', () => {
  const env = { SANDBOX_PORT: 'four', SANDBOX_SMTP_PORT: '70000', PROVIDER_TOKEN: 'two words', PRODUCT_URL: 'ftp://x' }
  const read = () => readConfig(env)
  expect(read).toThrow(ConfigError)
  for (const name of Object.keys(env)) expect(read).toThrow(name)
})

test('error messages never contain secrets', () => {
  expect(() => readConfig({ PROVIDER_TOKEN: 'hush hush' })).toThrow(/^((?!hush)[\s\S])*$/)
})

test('the address of the product is kept without its trailing slash', () => {
  expect(readConfig({ PRODUCT_URL: 'http://127.0.0.1:3000/' }).productUrl).toBe('http://127.0.0.1:3000')
})

test.each(['http://user:pass@host', 'http://host/?a=1', 'http://host/#a', 'file:///etc', 'host:80'])(
  '%s is not taken for the address of a product',
  (url) => {
    expect(() => readConfig({ PRODUCT_URL: url })).toThrow('PRODUCT_URL')
  },
)

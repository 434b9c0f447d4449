import { describe, expect, test } from 'vitest'
import { useSandbox } from '../../tests/support/sandbox.ts'

describe('on loopback', () => {
  const box = useSandbox()
  const port = () => new URL(box.url()).port

  test.each(['localhost', 'LOCALHOST', 'sandbox.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
    'the name %s is this machine',
    async (name) => {
      expect((await box.get('/control/info', { host: `${name}:${port()}` })).status).toBe(200)
      expect((await box.get('/inbox', { host: name })).status).toBe(200)
    },
  )

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
    '127.0.0.1:4010@evil.example',
    '10.0.0.1',
    '0.0.0.0',
    '[::ffff:10.0.0.1]',
  ])('a request that calls us %s reads neither mails nor control routes', async (host) => {
    for (const path of ['/control/mail', '/control', '/', '/inbox', '/inbox/1', '/inbox/1/html']) {
      expect(await box.get(path, { host })).toMatchObject({ status: 403, json: { code: 'HOST_REFUSED' } })
    }
  })

  const CHANGES = [
    ['POST', '/control/clock', '{"advanceSeconds":60}'],
    ['DELETE', '/control/mail', undefined],
    ['PUT', '/control/provider', '{"silent":true}'],
    ['PUT', '/control/rates', '{"INR":90}'],
    ['PUT', '/control/product', '{}'],
    ['POST', '/inbox/empty', undefined],
    ['POST', '/clock', undefined],
  ] as const

  test.each(CHANGES)('%s %s cannot be pressed from another site', async (method, path, body) => {
    const strangers: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://localhost:${port()}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of strangers) {
      const answer = await box.send(method, path, body, headers)
      expect(answer).toMatchObject({ status: 403, json: { code: 'CROSS_SITE_REFUSED' } })
    }
  })

  test('the pages of the sandbox itself and clients without those headers can make changes', async () => {
    const own = { origin: box.url(), 'sec-fetch-site': 'same-origin' }
    expect((await box.send('PUT', '/control/rates', { INR: 90 }, own)).status).toBe(200)
    expect((await box.send('PUT', '/control/rates', { INR: 91 })).status).toBe(200)
  })

  test('a body that a plain form could send is not accepted as JSON', async () => {
    const answer = await box.send('PUT', '/control/rates', '{"INR":90}', { 'content-type': 'text/plain' })
    expect(answer).toMatchObject({ status: 415, json: { code: 'REQUEST_REFUSED' } })
  })
})

describe('listening on all addresses, for containers', () => {
  const box = useSandbox({ HOST: '0.0.0.0' })

  test('the reported address can be opened, and other host names stay rejected', async () => {
    expect(box.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await box.get('/control/info')).status).toBe(200)
    expect((await box.get('/control/info', { host: '192.168.1.5:4010' })).status).toBe(403)
  })
})

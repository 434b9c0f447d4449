import { describe, expect, test } from 'vitest'
import { SECRET, useSandbox } from '../../tests/support/sandbox.ts'
import { sign } from '../http/signature.ts'

const GOOD = { webhookUrl: 'http://127.0.0.1:3000/', offsetSeconds: 7_200 }

describe('a sandbox without a registered product', () => {
  const box = useSandbox()
  const put = (raw: string, signature: string) =>
    box.send('PUT', '/control/product', raw, { 'x-sandbox-signature': signature })
  const known = async () => (await box.get('/control/product')).json.webhookUrl

  test('a signed registration sets the webhook URL and the clock offset', async () => {
    const raw = JSON.stringify(GOOD)
    expect(await put(raw, sign(SECRET, raw))).toMatchObject({
      status: 200,
      json: { webhookUrl: 'http://127.0.0.1:3000' },
    })
    expect(await known()).toBe('http://127.0.0.1:3000')
    expect((await box.get('/control/clock')).json.offsetSeconds).toBe(7_200)
  })

  test('the signature covers the bytes: the same JSON spaced differently is another body', async () => {
    const raw = `{ "webhookUrl": "http://127.0.0.1:3000", "offsetSeconds": 0 }`
    expect((await put(raw, sign(SECRET, JSON.stringify(JSON.parse(raw))))).status).toBe(401)
    expect((await put(raw, sign(SECRET, raw))).status).toBe(200)
  })

  test.each([
    ['', 'none'],
    [sign('another-secret', JSON.stringify(GOOD)), 'that of another secret'],
    [sign(SECRET, JSON.stringify(GOOD)).toUpperCase(), 'in capitals'],
    [sign(SECRET, JSON.stringify(GOOD)).slice(0, 32), 'cut short'],
    [`sha256=${sign(SECRET, JSON.stringify(GOOD))}`, 'with a prefix'],
  ])('a registration signed wrongly (%s, %s) is refused and changes nothing', async (signature) => {
    expect(await put(JSON.stringify(GOOD), signature)).toMatchObject({
      status: 401,
      json: { code: 'SIGNATURE_INVALID' },
    })
    expect(await known()).toBeNull()
  })

  test.each([
    '{}',
    '[]',
    'null',
    'not json',
    '{"webhookUrl":"http://127.0.0.1:3000"}',
    '{"webhookUrl":"gopher://x","offsetSeconds":0}',
    '{"webhookUrl":"http://127.0.0.1:3000","offsetSeconds":-1}',
    '{"webhookUrl":"http://127.0.0.1:3000","offsetSeconds":0,"more":1}',
  ])('a signed body that is not a registration (%s) is refused with a sentence', async (raw) => {
    expect(await put(raw, sign(SECRET, raw))).toMatchObject({ status: 400, json: { code: 'VALIDATION_FAILED' } })
    expect(await known()).toBeNull()
  })
})

describe('a sandbox started with PRODUCT_URL', () => {
  const box = useSandbox({ PRODUCT_URL: 'http://127.0.0.1:3999' })

  test('knows the product before it registers', async () => {
    expect((await box.get('/control/product')).json).toEqual({ webhookUrl: 'http://127.0.0.1:3999' })
  })
})

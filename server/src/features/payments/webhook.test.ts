import { beforeAll, describe, expect, test } from 'vitest'
import { captured, paymentEntity, signatureOf, webhookHeaders } from '../../../tests/support/payments/gateway-events.ts'
import { type PaymentFixture, startPaymentFixture } from '../../../tests/support/payments/payment-fixture.ts'
import { deliver } from '../../../tests/support/payments/payments.ts'

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await startPaymentFixture({
    env: { GATEWAY_WEBHOOK_SECRET: 'new-secret', GATEWAY_WEBHOOK_SECRET_PREVIOUS: 'old-secret' },
  })
})

const PATHS = ['/webhooks/razorpay', '/webhook/payment', '/api/v1/webhooks/razorpay', '/api/v1/webhook/payment']
const send = (body: string, headers: Record<string, string>, path = PATHS[0]) =>
  fixture.product.send('POST', `/!${path}`, body, { headers })
const signed = (body: string, secret: string) => ({
  'content-type': 'application/json',
  'x-razorpay-signature': signatureOf(body, secret),
})
const stored = async () => (await fixture.inbox()).length

describe('a webhook of the payment gateway', () => {
  test.each(PATHS)('arrives at %s, with the new secret or the one before it', async (path) => {
    for (const secret of ['new-secret', 'old-secret']) {
      const order = await fixture.order()
      const body = JSON.stringify(captured(paymentEntity(order)))
      expect((await send(body, signed(body, secret), path)).status).toBe(200)
      await fixture.allProcessed()
      expect(await fixture.statusOf(order)).toBe('PAID')
    }
  })

  test('signed with another secret is refused at every path', async () => {
    const body = JSON.stringify(captured(paymentEntity(await fixture.order())))
    const before = await stored()
    for (const path of PATHS)
      for (const secret of ['other-secret', 'sandbox-gateway-webhook-secret', 'sandbox-gateway-key-secret', '']) {
        const answer = await send(body, signed(body, secret), path)
        expect(answer, path).toMatchObject({ status: 400, body: { code: 'PAYMENT_SIGNATURE_INVALID' } })
      }
    expect(await stored()).toBe(before)
  })

  test('without a valid signature is refused and stores nothing', async () => {
    const before = await stored()
    const body = JSON.stringify(captured(paymentEntity(await fixture.order())))
    const right = signatureOf(body, 'new-secret')
    const wrong = ['', ' ', 'x', right.slice(1), `${right}0`, right.toUpperCase(), `sha256=${right}`, '0'.repeat(64)]
    for (const signature of wrong)
      expect((await send(body, { 'x-razorpay-signature': signature })).status, signature).toBe(400)
    expect((await send(body, {})).status).toBe(400)
    expect((await send('', {})).status).toBe(400)
    const reserialised = body.replace('"entity":"event"', '"entity": "event"')
    expect((await send(reserialised, { 'x-razorpay-signature': right })).status).toBe(400)
    expect(await stored()).toBe(before)
  })

  test('is verified byte by byte: unusual spacing, escapes and content types pass', async () => {
    const order = await fixture.order()
    const body = JSON.stringify(captured({ ...paymentEntity(order), description: 'é' }), null, 3).replace(
      'é',
      '\\u00e9',
    )
    expect((await send(body, { ...signed(body, 'new-secret'), 'content-type': 'text/plain' })).status).toBe(200)
    await fixture.allProcessed()
    expect(await fixture.statusOf(order)).toBe('PAID')
  })

  test.each([
    '',
    'not json',
    '[]',
    'null',
    '7',
    '{}',
    '{"event":"payment.captured"}',
    '{"event":7,"payload":{}}',
    '\u0000\u0001',
  ])('that cannot be parsed is stored, flagged and answered with 200: %j', async (body) => {
    expect((await send(body, signed(body, 'new-secret'))).status).toBe(200)
    await fixture.allProcessed()
    expect((await fixture.inbox()).at(-1)).toMatchObject({ status: 'FLAGGED', flag: 'UNREADABLE' })
  })

  test('that cannot be stored is answered with 503, and succeeds when it is sent again', async () => {
    const order = await fixture.order()
    const body = JSON.stringify(captured(paymentEntity(order)))
    const { keyring } = fixture.product.deps
    const of = keyring.of
    keyring.of = async () => {
      throw new Error('the database is away')
    }
    expect((await send(body, signed(body, 'new-secret'))).status).toBe(503)
    keyring.of = of
    expect((await send(body, signed(body, 'new-secret'))).status).toBe(200)
    await fixture.allProcessed()
    expect(await fixture.statusOf(order)).toBe('PAID')
  })

  test('about something unrelated is completed and changes nothing', async () => {
    for (const event of ['payment.authorized', 'invoice.paid', 'settlement.processed', 'subscription.updated']) {
      const body = JSON.stringify({ ...captured(paymentEntity(await fixture.order())), event })
      expect((await send(body, signed(body, 'new-secret'))).status).toBe(200)
      await fixture.allProcessed()
      expect((await fixture.inbox()).at(-1)).toMatchObject({ status: 'DONE', flag: null })
    }
  })

  test('is stored encrypted, and none of its contents is logged', async () => {
    const order = await fixture.order()
    await deliver(fixture.product, 'never stored: signed with the wrong secret')
    const body = JSON.stringify(
      captured({ ...paymentEntity(order), email: 'canary@example.com', contact: '+919811122233' }),
    )
    await send(body, { ...webhookHeaders(body), ...signed(body, 'new-secret') })
    await fixture.allProcessed()
    const rows = await fixture.product.deps.db
      .selectFrom('webhook_inbox')
      .select('body_cipher')
      .$narrowType<{ body_cipher: Buffer }>()
      .execute()
    const dump = Buffer.concat(rows.map((row) => row.body_cipher))
    for (const secret of ['canary@example.com', '+919811122233']) {
      expect(dump.includes(secret)).toBe(false)
      expect(fixture.product.logLines.join('')).not.toContain(secret)
    }
  })
})

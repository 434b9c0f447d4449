import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hmac } from '../../platform/crypto/signing.ts'
import { isOrderSigned, isWebhookSigned } from './razorpay-signatures.ts'

/** The vectors that the gateway's own client library is tested with. */
const KEY_SECRET = 'EnLs21M47BllR3X8PSFtjtbd'
const ORDER = { gatewayOrderId: 'order_IEIaMR65cu6nz3', gatewayPaymentId: 'pay_IH4NVgf4Dreq1l' }
const ORDER_SIGNATURE = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f'
const BODY = Buffer.from('{"a":1,"b":2,"c":{"d":3}}')
const BODY_SIGNATURE = '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc'

test('the published vectors are accepted', () => {
  expect(isOrderSigned(KEY_SECRET, ORDER, ORDER_SIGNATURE)).toBe(true)
  expect(isWebhookSigned('123456', BODY, BODY_SIGNATURE)).toBe(true)
})

describe('anything else is not', () => {
  test.each([
    undefined,
    null,
    '',
    42,
    [BODY_SIGNATURE],
    BODY_SIGNATURE.toUpperCase(),
    ` ${BODY_SIGNATURE}`,
    `${BODY_SIGNATURE} `,
    `${BODY_SIGNATURE}00`,
    BODY_SIGNATURE.slice(0, -1),
    BODY_SIGNATURE.slice(0, -2),
    `sha256=${BODY_SIGNATURE}`,
    `${BODY_SIGNATURE.slice(0, -1)}g`,
    '0'.repeat(64),
  ])('signature %j', (signature) => {
    expect(isWebhookSigned('123456', BODY, signature)).toBe(false)
  })

  test('a signature of another secret or of swapped ids', () => {
    expect(isWebhookSigned('1234567', BODY, BODY_SIGNATURE)).toBe(false)
    const swapped = { gatewayOrderId: ORDER.gatewayPaymentId, gatewayPaymentId: ORDER.gatewayOrderId }
    expect(isOrderSigned(KEY_SECRET, swapped, ORDER_SIGNATURE)).toBe(false)
  })

  test('a body in which any single byte is another', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, at, by) => {
          const signature = hmac('secret', Buffer.from(bytes)).toString('hex')
          expect(isWebhookSigned('secret', Buffer.from(bytes), signature)).toBe(true)
          const changed = Buffer.from(bytes)
          const index = at % changed.length
          changed[index] = (changed[index] ?? 0) ^ by
          expect(isWebhookSigned('secret', changed, signature)).toBe(false)
        },
      ),
    )
  })
})

import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signatures of the payment gateway: hex HMAC-SHA256, compared in constant time. */

/** Verifies the bytes as received: parsing and serialising them again would change them. */
export const isWebhookSigned = (webhookSecret: string, body: Buffer, signature: unknown) =>
  isSigned(webhookSecret, body, signature)

/**
 * Verifies the signature that the checkout of an order gives to the browser. The order id comes from our own row, never
 * from the browser.
 */
export const isOrderSigned = (
  keySecret: string,
  { gatewayOrderId, gatewayPaymentId }: { gatewayOrderId: string; gatewayPaymentId: string },
  signature: unknown,
) => isSigned(keySecret, `${gatewayOrderId}|${gatewayPaymentId}`, signature)

function isSigned(secret: string, message: string | Buffer, signature: unknown): boolean {
  // Buffer.from stops at the first character that is not hex and would compare a prefix.
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(message).digest(), Buffer.from(signature, 'hex'))
}

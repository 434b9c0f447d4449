import { hmac, sameBytes } from './signing.ts'

/** The three signatures of the payment gateway: hex HMAC-SHA256, compared in constant time. */

/** Over the bytes as they came: parsed and written again they would be others. */
export const isWebhookSigned = (webhookSecret: string, body: Buffer, signature: unknown) =>
  isSigned(webhookSecret, body, signature)

/** What the checkout of an order hands the browser. The order id comes from our own row, never from the browser. */
export const isOrderSigned = (
  keySecret: string,
  { gatewayOrderId, gatewayPaymentId }: { gatewayOrderId: string; gatewayPaymentId: string },
  signature: unknown,
) => isSigned(keySecret, `${gatewayOrderId}|${gatewayPaymentId}`, signature)

/** What the checkout of a mandate hands the browser: the payment stands first here. */
export const isMandateSigned = (
  keySecret: string,
  { gatewaySubId, gatewayPaymentId }: { gatewaySubId: string; gatewayPaymentId: string },
  signature: unknown,
) => isSigned(keySecret, `${gatewayPaymentId}|${gatewaySubId}`, signature)

function isSigned(secret: string, message: string | Buffer, signature: unknown): boolean {
  // Without this a reader of hex would take what stands before the first odd character.
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) return false
  return sameBytes(hmac(secret, message), Buffer.from(signature, 'hex'))
}

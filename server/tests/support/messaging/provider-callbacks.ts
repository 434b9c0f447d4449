import { handleProviderEvent } from '../../../src/features/callbacks/handle.ts'
import { SANDBOX_SECRETS } from '../../../src/platform/config.ts'
import { hmac } from '../../../src/platform/crypto/signing.ts'
import type { Deps } from '../../../src/platform/deps.ts'

export const callbackOf = (changes: { field: string; value: unknown }[], time?: number) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: SANDBOX_SECRETS.PROVIDER_WABA_ID, ...(time !== undefined && { time }), changes }],
})

export const signatureOf = (body: string | Buffer, secret: string = SANDBOX_SECRETS.PROVIDER_APP_SECRET) =>
  `sha256=${hmac(secret, body).toString('hex')}`

/** Handles a callback with these statuses, as the worker of the webhook intake does. */
export const handleStatuses = (deps: Deps, statuses: readonly object[], receivedAt: Date) => {
  const body = JSON.stringify(callbackOf([{ field: 'messages', value: { statuses } }]))
  return handleProviderEvent(deps, { body: Buffer.from(body), receivedAt })
}

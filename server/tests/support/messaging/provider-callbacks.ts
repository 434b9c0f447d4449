import { SANDBOX_SECRETS } from '../../../src/platform/config/config.ts'
import { hmac } from '../../../src/platform/crypto/signing.ts'

export const callbackOf = (changes: { field: string; value: unknown }[], time?: number) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: SANDBOX_SECRETS.PROVIDER_WABA_ID, ...(time !== undefined && { time }), changes }],
})

export const signatureOf = (body: string | Buffer, secret: string = SANDBOX_SECRETS.PROVIDER_APP_SECRET) =>
  `sha256=${hmac(secret, body).toString('hex')}`

import { isWebhookSigned } from '../../platform/crypto/gateway-signatures.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { rawBody, withRawBody } from '../../platform/http/raw-body.ts'
import { Intake } from '../webhook-intake/intake.ts'

const OK = { status: 'ok' }

/** Where the payment gateway calls. What is answered with 200 is stored; everything else happens from the inbox. */
export function paymentWebhookRoutes(app: App, deps: Deps) {
  const intake = new Intake(deps)
  // For a machine that has a manual of its own.
  const schema = { hide: true }
  withRawBody(app, (raw) => {
    // Nobody shows the answer in a browser, so it goes without the headers of a page.
    for (const path of ['/webhooks/razorpay', '/webhook/payment'])
      raw.post(path, { config: { access: PUBLIC }, schema, helmet: false }, async ({ body, headers, id }) => {
        const bytes = rawBody(body)
        assertSigned(deps, bytes, headers['x-razorpay-signature'], id)
        await intake.keep('GATEWAY', bytes)
        return OK
      })
  })
}

/** After a rotation, events of before it are still on their way, signed with the secret of before. */
function assertSigned({ config, log }: Deps, body: Buffer, signature: unknown, requestId: string) {
  const secrets = [config.GATEWAY_WEBHOOK_SECRET, config.GATEWAY_WEBHOOK_SECRET_PREVIOUS]
  if (secrets.some((secret) => secret !== undefined && isWebhookSigned(secret, body, signature))) return
  log.warn({ event: 'webhook.signature_invalid', source: 'GATEWAY', requestId })
  throw new AppError('PAYMENT_SIGNATURE_INVALID')
}

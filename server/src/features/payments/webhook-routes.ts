import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { rawBody, withRawBody } from '../../platform/http/raw-body.ts'
import { Intake } from '../webhook-intake/intake.ts'

const OK = { status: 'ok' }

/** Receives the payment gateway's webhooks. A 200 means that the event is stored; a worker handles it later. */
export function paymentWebhookRoutes(app: App, deps: Deps) {
  const intake = new Intake(deps)
  // Called only by the gateway, whose documentation describes them.
  const schema = { hide: true }
  withRawBody(app, (raw) => {
    // No browser shows the answer, so page security headers are not needed.
    for (const path of ['/webhooks/razorpay', '/webhook/payment'])
      raw.post(path, { config: { access: PUBLIC }, schema, helmet: false }, async ({ body, headers, id }) => {
        const bytes = rawBody(body)
        assertSigned(deps, bytes, headers, id)
        await intake.store('GATEWAY', bytes)
        return OK
      })
  })
}

function assertSigned(
  { gatewayWebhooks, log }: Deps,
  body: Buffer,
  headers: Record<string, unknown>,
  requestId: string,
) {
  if (gatewayWebhooks.isSigned(body, headers)) return
  log.warn({ event: 'webhook.signature_invalid', source: 'GATEWAY', requestId })
  throw new AppError('PAYMENT_SIGNATURE_INVALID')
}

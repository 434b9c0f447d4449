import { z } from 'zod'
import { hmac, sameBytes } from '../../platform/crypto/signing.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { rawBody, withRawBody } from '../../platform/http/raw-body.ts'

const SECONDS_MAX = 10 * 366 * 86_400
const ClockBody = z.strictObject({ advanceSeconds: z.int().min(1).max(SECONDS_MAX) })

/** Lets the sandbox move the product's clock. The route does not exist outside sandbox mode. */
export function sandboxRoutes(app: App, deps: Deps) {
  const { sharedClock } = deps
  if (!sharedClock) return
  withRawBody(app, (raw) =>
    raw.post('/sandbox/clock', { config: { access: PUBLIC }, schema: { hide: true } }, async (request) => {
      const body = rawBody(request.body)
      assertSigned(deps, body, request.headers['x-sandbox-signature'])
      const { advanceSeconds } = readBody(body)
      const { now, offsetSeconds } = await sharedClock.advance(advanceSeconds)
      return { now: now.toISOString(), offsetSeconds }
    }),
  )
}

export const SIGNATURE_HEADER = 'x-sandbox-signature'

function assertSigned({ config }: Pick<Deps, 'config'>, body: Buffer, signature: unknown) {
  const given = Buffer.from(typeof signature === 'string' ? signature : '', 'hex')
  if (!sameBytes(hmac(config.SANDBOX_SECRET, body), given)) throw new AppError('SIGNATURE_INVALID')
}

function readBody(body: Buffer) {
  try {
    return ClockBody.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw new AppError('VALIDATION_FAILED', {
      detail: `advanceSeconds: must be a whole number from 1 to ${SECONDS_MAX}`,
    })
  }
}

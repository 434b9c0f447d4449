import { createHash } from 'node:crypto'
import { isCallbackSigned } from '../../platform/crypto/provider-signature.ts'
import { sameBytes } from '../../platform/crypto/signing.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { rawBody, withRawBody } from '../../platform/http/raw-body.ts'
import { Intake } from '../webhook-intake/intake.ts'

const OK = { status: 'ok' }
const PATHS = ['/webhook/meta', '/webhook']

/** Where the messaging provider calls. Only 200 counts there; what is answered with it is stored. */
export function callbackRoutes(app: App, deps: Deps) {
  const intake = new Intake(deps)
  for (const path of PATHS)
    app.get(path, { config: { access: PUBLIC }, schema: { hide: true } }, async ({ query }, reply) =>
      reply.type('text/plain; charset=utf-8').send(challengeOf(deps, query as Record<string, unknown>)),
    )
  withRawBody(app, (raw) => {
    for (const path of PATHS)
      raw.post(
        path,
        { config: { access: PUBLIC }, schema: { hide: true } },
        async ({ body, headers, id: requestId }) => {
          const bytes = rawBody(body)
          if (!isCallbackSigned(deps.config.PROVIDER_APP_SECRET, bytes, headers['x-hub-signature-256'])) {
            deps.log.warn({ event: 'webhook.signature_invalid', source: 'PROVIDER', requestId })
            throw new AppError('SIGNATURE_INVALID')
          }
          await intake.keep('PROVIDER', bytes)
          return OK
        },
      )
  })
}

/** The handshake: whoever knows our token gets its challenge back. */
function challengeOf({ config }: Deps, query: Record<string, unknown>): string {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  const isKnown = typeof token === 'string' && sameBytes(digest(token), digest(config.PROVIDER_VERIFY_TOKEN))
  if (mode !== 'subscribe' || !isKnown || typeof challenge !== 'string')
    throw new AppError('FORBIDDEN', { detail: 'The verify token is incorrect.' })
  return challenge
}

/** Of equal length whatever is sent, so that the comparison takes the same time. */
const digest = (text: string) => createHash('sha256').update(text).digest()

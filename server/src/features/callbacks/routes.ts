import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { rawBody, withRawBody } from '../../platform/http/raw-body.ts'
import { Intake } from '../webhook-intake/intake.ts'

const OK = { status: 'ok' }
const PATHS = ['/webhook/meta', '/webhook']

/** Callbacks of the messaging provider. It retries everything but a 200, so that 200 means stored. */
export function callbackRoutes(app: App, deps: Deps) {
  const intake = new Intake(deps)
  for (const path of PATHS)
    app.get(path, { config: { access: PUBLIC }, schema: { hide: true } }, async ({ query }, reply) => {
      const answer = deps.provider.answerHandshake(query as Record<string, unknown>)
      if (answer === undefined) throw new AppError('FORBIDDEN', { detail: 'The verify token is incorrect.' })
      return reply.type('text/plain; charset=utf-8').send(answer)
    })
  withRawBody(app, (raw) => {
    for (const path of PATHS)
      raw.post(
        path,
        { config: { access: PUBLIC }, schema: { hide: true } },
        async ({ body, headers, id: requestId }) => {
          const bytes = rawBody(body)
          if (!deps.provider.verifyCallback(bytes, headers)) {
            deps.log.warn({ event: 'webhook.signature_invalid', source: 'PROVIDER', requestId })
            throw new AppError('SIGNATURE_INVALID')
          }
          await intake.store('PROVIDER', bytes, { isBulk: deps.provider.isBulkCallback(bytes) })
          return OK
        },
      )
  })
}

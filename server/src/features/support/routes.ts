import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { askSupport } from './ask.ts'
import { SupportBody, SupportView } from './schema.ts'

export function supportRoutes(app: App, deps: Deps) {
  app.post(
    '/support',
    {
      config: { access: ANY_VENDOR_USER, idempotency: 'honoured' },
      schema: {
        tags: ['vendor'],
        summary: 'Contact support',
        description: 'Emailed to Harkara support with your address as reply-to. At most 10 per hour.',
        body: SupportBody,
        response: { 202: SupportView },
      },
    },
    async ({ vendor, body }, reply) => reply.code(202).send(await askSupport(deps, vendor, body)),
  )
}

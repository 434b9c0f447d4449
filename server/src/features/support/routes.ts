import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { askSupport } from './ask.ts'
import { SupportBody, SupportView } from './schema.ts'

export function supportRoutes(app: App, deps: Deps) {
  app.post(
    '/support',
    {
      config: { access: ANY_VENDOR_USER, resource: 'vendor', idempotency: 'honoured' },
      schema: {
        tags: ['vendor'],
        summary: 'Contact support',
        description: 'Emailed to Harkara support, who answer to your address. At most 10 per hour and 30 per day.',
        body: SupportBody,
        response: { 202: SupportView },
      },
    },
    async ({ vendor, body }, reply) => reply.code(202).send(await askSupport(deps, vendor, body)),
  )
}

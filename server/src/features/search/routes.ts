import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { findEverywhere } from './find.ts'
import { SearchBody, SearchView } from './schema.ts'

export function searchRoutes(app: App, deps: Deps) {
  app.post(
    '/search',
    {
      config: { access: ANY_VENDOR_USER, resource: 'vendor', onlyReads: true },
      schema: {
        tags: ['vendor'],
        summary: 'Search contacts, lists, campaigns, templates, imports and invoices',
        description:
          'A POST, because names and numbers must not stand in a URL. A key with scopes finds only what it may read.',
        body: SearchBody,
        response: { 200: SearchView },
      },
    },
    ({ vendor, body }) => findEverywhere(deps, vendor, body.q),
  )
}

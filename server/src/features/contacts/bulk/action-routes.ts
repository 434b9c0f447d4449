import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { ActionBody } from '../schema.ts'
import { ActionView } from '../views.ts'
import { actOnContacts } from './act-on-contacts.ts'

export function actionRoutes(app: App, deps: Deps) {
  app.post(
    '/contacts/actions',
    {
      config: { access: ANY_VENDOR_USER, resource: 'contacts' },
      schema: {
        tags: ['contacts'],
        summary: 'Label, list, opt out or delete many contacts',
        description:
          'Applies one action to the contacts with the given ids, or to all that match a search. Contacts that are ' +
          'deleted meanwhile are left out. Repeating a request has no further effect.',
        body: ActionBody,
        response: { 200: ActionView },
      },
    },
    ({ vendor, body }) => actOnContacts(deps, vendor, body),
  )
}

import { BULK_BODY_BYTES_MAX } from '../../../domain/limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { BulkBody } from '../schema.ts'
import { BulkView } from '../views.ts'
import { acceptFiles } from './accept-contact-files.ts'
import { addContacts } from './add-contacts.ts'

/** Registered in its own scope, because no other route accepts such files. */
export function bulkRoutes(app: App, deps: Deps) {
  app.register(async (scope) => {
    const bulk = scope as App
    await acceptFiles(bulk, deps)
    bulk.post(
      '/contacts/bulk',
      {
        bodyLimit: BULK_BODY_BYTES_MAX,
        config: { access: ANY_VENDOR_USER, resource: 'contacts', idempotency: 'honoured' },
        schema: {
          tags: ['contacts'],
          summary: 'Add contacts in bulk',
          description: DESCRIPTION,
          body: BulkBody,
          response: { 200: BulkView },
        },
      },
      async ({ vendor, body, idempotency }) => addContacts(deps, vendor, body.contacts, idempotency),
    )
  })
}

const DESCRIPTION = `Also accepts a bare array, \`text/csv\`, or \`multipart/form-data\` with one CSV file. A file has a
header row: columns of names, numbers and labels are recognised, a country column is ignored, every other column is an
attribute, and each row is one contact. Existing numbers are merged (the longer name, new values, all labels). An invalid
item fails without affecting the others.`

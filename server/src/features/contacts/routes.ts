import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { optInContact, optOutContact } from './audience/opt-out.ts'
import { actionRoutes } from './bulk/action-routes.ts'
import { bulkRoutes } from './bulk/bulk-routes.ts'
import { exportContacts } from './bulk/export.ts'
import { createContact } from './create.ts'
import { deleteContact } from './delete.ts'
import { contactHistory, countContactsByCountry, findContacts, readContact } from './find.ts'
import { labelRoutes } from './lists/label-routes.ts'
import { ContactBody, ContactPatch, type ContactSelection, ContactsQuery, ExportQuery, SearchBody } from './schema.ts'
import { updateContact } from './update.ts'
import { ContactView, CountryView, HistoryView, SavedContactView } from './views.ts'

const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
const tags = ['contacts']

export function contactRoutes(app: App, deps: Deps) {
  findRoutes(app, deps)
  exportRoutes(app, deps)
  app.post(
    '/contacts',
    { config, schema: { tags, summary: 'Add a contact', body: ContactBody, response: { 201: SavedContactView } } },
    async ({ vendor, body }, reply) => reply.code(201).send(await createContact(deps, vendor, body)),
  )
  app.get(
    '/contacts/:id',
    { config, schema: { tags, summary: 'Get a contact', params: IdParams, response: { 200: ContactView } } },
    async ({ vendor, params }) => readContact(deps, vendor, params.id),
  )
  app.patch(
    '/contacts/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Update a contact',
        params: IdParams,
        body: ContactPatch,
        response: { 200: SavedContactView },
      },
    },
    async ({ vendor, params, body }) => updateContact(deps, vendor, params.id, body),
  )
  app.delete(
    '/contacts/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a contact',
        description: 'An opt-out is remembered by the number and applies again if the number is added later.',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async ({ vendor, params }, reply) => {
      await deleteContact(deps, vendor, params.id)
      return reply.code(204).send()
    },
  )
  optOutRoutes(app, deps)
  actionRoutes(app, deps)
  bulkRoutes(app, deps)
  labelRoutes(app, deps)
}

function optOutRoutes(app: App, deps: Deps) {
  app.post(
    '/contacts/:id/opt-out',
    {
      config,
      schema: {
        tags,
        summary: 'Opt a contact out',
        description:
          'For contacts who told you outside a conversation. Nothing is sent to the number any more, even if the contact is deleted and added again.',
        params: IdParams,
        response: { 200: ContactView },
      },
    },
    async ({ vendor, params }) => optOutContact(deps, vendor, params.id),
  )
  app.delete(
    '/contacts/:id/opt-out',
    {
      config,
      schema: {
        tags,
        summary: 'Opt a contact back in',
        description:
          'Removes a manual opt-out or a STOP after the contact has asked for messages again. An opt-out made at the provider can only be removed by the contact: 409 `OPTED_OUT`.',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async ({ vendor, params }, reply) => {
      await optInContact(deps, vendor, params.id)
      return reply.code(204).send()
    },
  )
}

function findRoutes(app: App, deps: Deps) {
  type PageQuery = z.output<typeof ListQuery> & Pick<z.output<typeof ContactsQuery>, 'sort'>
  const find = async (
    vendor: VendorPrincipal,
    { page: number, pageSize, cursor, sort, ...selection }: PageQuery & ContactSelection,
  ) => {
    const pager = createPager(deps.signer, 'contacts', vendor.vendorId)
    const page = pager.pageOf({ page: number, pageSize, cursor, sort })
    const { contacts, total } = await findContacts(deps, vendor, selection, page)
    return pager.answer(page, contacts, total, ({ id }) => id)
  }
  app.get(
    '/contacts',
    {
      config,
      schema: {
        tags,
        summary: 'List contacts, newest first or oldest first',
        description:
          'To search by number or name, use `POST /contacts/search`, which keeps personal data out of the URL.',
        querystring: ContactsQuery,
        response: { 200: listOf(ContactView) },
      },
    },
    async ({ vendor, query }) => find(vendor, query),
  )
  app.post(
    '/contacts/search',
    {
      config: { ...config, onlyReads: true },
      schema: { tags, summary: 'Search contacts', body: SearchBody, response: { 200: listOf(ContactView) } },
    },
    async ({ vendor, body }) => find(vendor, body),
  )
  app.get(
    '/contacts/countries',
    {
      config,
      schema: {
        tags,
        summary: 'List the countries of the contacts, the most frequent first',
        response: { 200: z.object({ data: z.array(CountryView) }) },
      },
    },
    async ({ vendor }) => ({ data: await countContactsByCountry(deps.db, vendor.vendorId) }),
  )
  app.get(
    '/contacts/:id/history',
    {
      config,
      schema: {
        tags,
        summary: 'List the history of a contact, newest first',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: listOf(HistoryView) },
      },
    },
    async ({ vendor, params, query }) => {
      const pager = createPager(deps.signer, `contact-history ${params.id}`, vendor.vendorId)
      const page = pager.pageOf(query)
      const { changes, total } = await contactHistory(deps, vendor, params.id, page)
      const answer = pager.answer(page, changes, total, ({ revision }) => `${revision}`.padStart(10, '0'))
      return { ...answer, data: answer.data.map((change) => ({ ...change, at: change.at.toISOString() })) }
    },
  )
}

function exportRoutes(app: App, deps: Deps) {
  app.get(
    '/contacts/export',
    {
      config,
      schema: {
        tags,
        summary: 'Export contacts',
        description:
          "CSV with the columns Name, Phone, Country and Labels and one for each attribute. If there are more attributes than a file may have columns, the rarest are in the last column, as JSON. It can be imported again. Cells that a spreadsheet would run as a formula are prefixed with `'`.",
        querystring: ExportQuery,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async ({ vendor, query }, reply) => {
      const lines = await exportContacts(deps, vendor, query)
      const day = deps.clock.now().toISOString().slice(0, 10)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="contacts-${day}.csv"`)
        .send(Readable.from(lines) as never)
    },
  )
}

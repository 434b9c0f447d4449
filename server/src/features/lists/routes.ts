import { z } from 'zod'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { addMembers, deleteList, type ListRow, listLists, readList, removeMembers } from '../contacts/lists/lists.ts'
import { createList } from './create.ts'
import { ListBody, ListView, MembersBody } from './schema.ts'

const ListsQuery = ListQuery.extend({ kind: z.enum(['STATIC', 'DYNAMIC']).optional() })

export function listRoutes(app: App, deps: Deps) {
  const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
  const tags = ['contacts']

  app.get(
    '/contact-lists',
    {
      config,
      schema: { tags, summary: 'List contact lists', querystring: ListsQuery, response: { 200: listOf(ListView) } },
    },
    async ({ vendor, query }) => {
      const pager = createPager(deps.signer, 'contact-lists', vendor.vendorId)
      const page = pager.pageOf(query)
      const { lists, total } = await listLists(deps.db, vendor.vendorId, page, query.kind)
      return pager.answer(page, lists.map(presentList), total, ({ id }) => id)
    },
  )
  app.post(
    '/contact-lists',
    { config, schema: { tags, summary: 'Create a contact list', body: ListBody, response: { 201: ListView } } },
    async ({ vendor, body }, reply) => reply.code(201).send(presentList(await createList(deps, vendor, body))),
  )
  app.get(
    '/contact-lists/:id',
    { config, schema: { tags, summary: 'Get a contact list', params: IdParams, response: { 200: ListView } } },
    async ({ vendor, params }) => presentList(await readList(deps.db, vendor.vendorId, params.id)),
  )
  app.delete(
    '/contact-lists/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a contact list',
        description: 'Its contacts are kept.',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async ({ vendor, params }, reply) => {
      const { id } = params
      await inTransaction(deps.db, async (tx) => {
        await deleteList(tx, vendor.vendorId, id)
        const done = { action: 'LIST_DELETED', subjectType: 'contactList', subjectId: id } as const
        await recordForVendor(tx, vendor, done, deps.clock.now())
      })
      return reply.code(204).send()
    },
  )
  memberRoutes(app, deps)
}

function memberRoutes(app: App, deps: Deps) {
  const config = { access: ANY_VENDOR_USER, resource: 'contacts' } as const
  const members = { tags: ['contacts'], params: IdParams, body: MembersBody }

  app.post(
    '/contact-lists/:id/contacts',
    {
      config,
      schema: {
        ...members,
        summary: 'Add contacts to a static list',
        description: 'If one of them does not exist, none are added.',
        response: { 200: ListView },
      },
    },
    async ({ vendor: { vendorId }, params, body }) => {
      const now = deps.clock.now()
      await inTransaction(deps.db, (tx) => addMembers(tx, vendorId, params.id, body.contactIds, now))
      return presentList(await readList(deps.db, vendorId, params.id))
    },
  )
  app.delete(
    '/contact-lists/:id/contacts',
    {
      config,
      schema: {
        ...members,
        summary: 'Remove contacts from a static list',
        description: 'Contacts that are not on the list are ignored.',
        response: { 204: z.undefined() },
      },
    },
    async ({ vendor, params, body }, reply) => {
      await inTransaction(deps.db, (tx) => removeMembers(tx, vendor.vendorId, params.id, body.contactIds))
      return reply.code(204).send()
    },
  )
}

const presentList = ({ createdAt, ...list }: ListRow) => ({ ...list, createdAt: createdAt.toISOString() })

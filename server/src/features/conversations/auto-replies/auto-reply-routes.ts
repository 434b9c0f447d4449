import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import { AutoReplyBody, AutoReplyPatch, AutoReplyView } from '../schema.ts'
import { createAutoReply, deleteAutoReply, listAutoReplies, updateAutoReply } from './auto-replies.ts'

const config = { access: ANY_VENDOR_USER, resource: 'messages' } as const
const tags = ['conversations']

export function autoReplyRoutes(app: App, deps: Deps) {
  app.get(
    '/auto-replies',
    {
      config,
      schema: {
        tags,
        summary: 'List auto-replies, newest first',
        querystring: ListQuery,
        response: { 200: listOf(AutoReplyView) },
      },
    },
    async ({ vendor, query }) => {
      const pager = createPager(deps.signer, 'auto-replies', vendor.vendorId)
      const page = pager.pageOf(query)
      const { rules, total } = await listAutoReplies(deps, vendor, page)
      return pager.answer(page, rules, total, ({ id }) => id)
    },
  )
  app.post(
    '/auto-replies',
    {
      config,
      schema: {
        tags,
        summary: 'Create an auto-reply',
        description:
          'It is sent in response to messages that contain the keyword as whole words, ignoring case and punctuation. If several match, the longest keyword wins, and a contact gets the same auto-reply at most once a minute. Each is charged like a reply.',
        body: AutoReplyBody,
        response: { 201: AutoReplyView },
      },
    },
    async ({ vendor, body }, reply) => reply.code(201).send(await createAutoReply(deps, vendor, body)),
  )
  app.patch(
    '/auto-replies/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Update an auto-reply',
        params: IdParams,
        body: AutoReplyPatch,
        response: { 200: AutoReplyView },
      },
    },
    async ({ vendor, params, body }) => updateAutoReply(deps, vendor, params.id, body),
  )
  app.delete(
    '/auto-replies/:id',
    {
      config,
      schema: { tags, summary: 'Delete an auto-reply', params: IdParams, response: { 204: z.undefined() } },
    },
    async ({ vendor, params }, reply) => {
      await deleteAutoReply(deps, vendor, params.id)
      return reply.code(204).send()
    },
  )
}

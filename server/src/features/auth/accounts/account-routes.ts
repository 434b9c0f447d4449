import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_PERSON } from '../../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import { ChangePasswordBody, MessageView, OpenSessionView } from '../schema.ts'
import { clientOf } from '../sessions/client.ts'
import { endOtherSessions, endSession, listSessions } from '../sessions/devices.ts'
import { changePassword } from './change-password.ts'

const config = { access: ANY_PERSON, throttle: 'auth' } as const
const tags = ['auth']

/** Routes for users to manage their own account. */
export function accountRoutes(app: App, deps: Deps) {
  app.post(
    '/auth/change-password',
    {
      config,
      schema: {
        tags,
        summary: 'Change your password and end all other sessions',
        body: ChangePasswordBody,
        response: { 200: MessageView },
      },
    },
    async (request) => changePassword(deps, request.person, request.body, clientOf(deps, request)),
  )
  app.get(
    '/auth/sessions',
    {
      config,
      schema: {
        tags,
        summary: 'List your sessions',
        querystring: ListQuery,
        response: { 200: listOf(OpenSessionView) },
      },
    },
    async ({ person, query }) => {
      const pager = createPager(deps.signer, 'sessions', person.accountId)
      return pager.answerAll(query, await listSessions(deps, person), ({ id }) => id, 'falling')
    },
  )
  app.delete(
    '/auth/sessions',
    { config, schema: { tags, summary: 'End all other sessions', response: { 204: z.undefined() } } },
    async ({ person }, reply) => {
      await endOtherSessions(deps, person)
      return reply.code(204).send()
    },
  )
  app.delete(
    '/auth/sessions/:id',
    { config, schema: { tags, summary: 'End one session', params: IdParams, response: { 204: z.undefined() } } },
    async ({ person, params }, reply) => {
      await endSession(deps, person, params.id)
      return reply.code(204).send()
    },
  )
}

import { z } from 'zod'
import { type AccountId, PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { listOperators } from '../auth/accounts/operators.ts'
import { changeOperator } from './disable.ts'
import { resetMfa } from './reset-mfa.ts'
import { MfaResetBody, OperatorPatch, OperatorView } from './schema.ts'

const config = { access: OPERATOR } as const
const tags = ['admin']

export function operatorRoutes(app: App, deps: Deps) {
  const pager = createPager(deps.signer, 'admin/operators', PLATFORM)
  app.get(
    '/admin/operators',
    {
      config,
      schema: {
        tags,
        summary: 'List operators, oldest first',
        querystring: ListQuery,
        response: { 200: listOf(OperatorView) },
      },
    },
    async ({ query }) => pager.answerAll(query, await listOperators(deps), ({ id }) => id),
  )
  app.patch(
    '/admin/operators/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Disable or enable an operator',
        description:
          'A disabled operator is signed out everywhere immediately and cannot sign in, and their pending approval requests are rejected. You cannot disable your own account, so at least one operator always remains.',
        params: IdParams,
        body: OperatorPatch,
        response: { 200: OperatorView },
      },
    },
    async ({ operator, params, body }) => changeOperator(deps, operator, params.id as AccountId, body),
  )
  app.post(
    '/admin/mfa/reset',
    {
      config,
      schema: {
        tags,
        summary: 'Reset the second factors of a user or of another operator',
        description:
          'For somebody who lost their authenticator app, passkeys and recovery codes. All of their sessions end, and they are told by email. Make sure first that the request comes from the owner of the account.',
        body: MfaResetBody,
        response: { 204: z.undefined() },
      },
    },
    async ({ operator, body }, reply) => {
      await resetMfa(deps, operator, body)
      return reply.code(204).send()
    },
  )
}

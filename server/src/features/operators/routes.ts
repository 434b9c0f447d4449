import { z } from 'zod'
import { type AccountId, PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR, PUBLIC } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { SessionView } from '../auth/schema.ts'
import { clientOf } from '../auth/sessions/client.ts'
import { presentSignIn } from '../auth/sessions/session-cookie.ts'
import { sessionDeps } from '../auth/sessions/sessions.ts'
import { acceptOperatorInvitation } from './accept.ts'
import { changeOperator, removeOperator } from './change.ts'
import { confirmInvited } from './confirm.ts'
import { inviteOperator } from './invite.ts'
import { listOperatorsAndInvitations } from './list.ts'
import { resetMfa } from './reset-mfa.ts'
import { AcceptOperatorBody, InviteOperatorBody, MfaResetBody, OperatorPatch, OperatorView } from './schema.ts'

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
        summary: 'List operators and invitations, oldest first',
        querystring: ListQuery,
        response: { 200: listOf(OperatorView) },
      },
    },
    async ({ query }) => pager.answerAll(query, await listOperatorsAndInvitations(deps), ({ id }) => id),
  )
  app.post(
    '/admin/operators',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: {
        tags,
        summary: 'Invite an operator by email',
        description:
          'Emails a link for choosing a password, valid for seven days. Inviting the address again replaces the link. The status is INVITED until the invitation is accepted.',
        body: InviteOperatorBody,
        response: { 201: OperatorView },
      },
    },
    async ({ operator, body, idempotency }, reply) =>
      reply.code(201).send(await inviteOperator(deps, operator, body, idempotency)),
  )
  app.patch(
    '/admin/operators/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change the role of an operator, disable or enable it',
        description:
          'Takes effect immediately, for open sessions as well. A disabled operator is signed out everywhere and cannot sign in. Pending approval requests of an operator who is disabled or becomes SUPPORT are rejected. The last active OWNER cannot be disabled or demoted (409 `LAST_OWNER`), and you cannot disable your own account.',
        params: IdParams,
        body: OperatorPatch,
        response: { 200: OperatorView },
      },
    },
    async ({ operator, params, body }) => changeOperator(deps, operator, params.id as AccountId, body),
  )
  app.post(
    '/admin/operators/:id/confirm',
    {
      config,
      schema: {
        tags,
        summary: 'Confirm an invited operator as a separate person',
        description:
          'An invited operator counts as the inviter: neither decides approval requests of the other. An owner who counts as neither ends that here (403 `SAME_OPERATOR` otherwise). Operators created with `operator:create` need no confirmation.',
        params: IdParams,
        response: { 200: OperatorView },
      },
    },
    async ({ operator, params }) => confirmInvited(deps, operator, params.id as AccountId),
  )
  app.post(
    '/admin/mfa/reset',
    {
      config,
      schema: {
        tags,
        summary: 'Reset the second factors of a user or of another operator',
        description:
          'For somebody who lost their authenticator app, passkeys and recovery codes. All of their sessions end, and they are notified by email. Make sure first that the request comes from the owner of the account.',
        body: MfaResetBody,
        response: { 204: z.undefined() },
      },
    },
    async ({ operator, body }, reply) => {
      await resetMfa(deps, operator, body)
      return reply.code(204).send()
    },
  )
  app.delete(
    '/admin/operators/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove an operator or withdraw an invitation',
        description:
          'Deletes the account and ends its sessions immediately. Pending approval requests of the operator are rejected. What the operator did stays in the audit log. The last active OWNER cannot be removed (409 `LAST_OWNER`).',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async ({ operator, params }, reply) => {
      await removeOperator(deps, operator, params.id as AccountId)
      return reply.code(204).send()
    },
  )
  acceptRoute(app, deps)
}

function acceptRoute(app: App, allDeps: Deps) {
  const deps = { ...allDeps, ...sessionDeps(allDeps) }
  app.post(
    '/auth/accept-operator-invite',
    {
      config: { access: PUBLIC, throttle: 'auth' },
      schema: {
        tags: ['auth'],
        security: [],
        summary: 'Accept an invitation to become an operator',
        body: AcceptOperatorBody,
        response: { 200: SessionView },
      },
    },
    async (request, reply) => {
      const client = clientOf(deps, request)
      const session = await acceptOperatorInvitation(deps, request.body, client)
      return presentSignIn(deps, request, reply, session, client)
    },
  )
}

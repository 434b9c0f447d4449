import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER, PUBLIC, VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { SessionView } from '../auth/schema.ts'
import { clientOf } from '../auth/sessions/client.ts'
import { presentSignIn } from '../auth/sessions/session-cookie.ts'
import { sessionDeps } from '../auth/sessions/sessions.ts'
import { acceptInvitation } from './accept.ts'
import { inviteMember } from './invite.ts'
import { changeMemberRole, listAdministrators, listTeam, removeFromTeam, resetMemberMfa } from './members.ts'
import { AcceptBody, AdministratorsView, InviteBody, MemberView, RoleBody } from './schema.ts'

export function teamRoutes(app: App, allDeps: Deps) {
  const deps = { ...allDeps, ...sessionDeps(allDeps) }
  const config = { access: VENDOR_ADMIN } as const
  const tags = ['vendor']

  app.get(
    '/vendor/users',
    {
      config,
      schema: {
        tags,
        summary: 'List members and invitations',
        querystring: ListQuery,
        response: { 200: listOf(MemberView) },
      },
    },
    async (request) => {
      const pager = createPager(deps.signer, 'team', request.vendor.vendorId)
      return pager.answerAll(request.query, await listTeam(deps, request.vendor), teamSortKey)
    },
  )
  app.post(
    '/vendor/users',
    {
      config: { ...config, idempotency: 'honoured' },
      schema: { tags, summary: 'Invite a member by email', body: InviteBody, response: { 201: MemberView } },
    },
    async (request, reply) =>
      reply.code(201).send(await inviteMember(deps, request.vendor, request.body, request.idempotency)),
  )
  app.patch(
    '/vendor/users/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change the role of a member',
        params: IdParams,
        body: RoleBody,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await changeMemberRole(deps, request.vendor, request.params.id, request.body.role)
      return reply.code(204).send()
    },
  )
  app.delete(
    '/vendor/users/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a member or an invitation',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await removeFromTeam(deps, request.vendor, request.params.id)
      return reply.code(204).send()
    },
  )
  app.delete(
    '/vendor/users/:id/mfa',
    {
      config,
      schema: {
        tags,
        summary: 'Reset the second factors of a member',
        description: 'For a member who lost them. All of their sessions end, and they are notified by email.',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await resetMemberMfa(deps, request.vendor, request.params.id)
      return reply.code(204).send()
    },
  )
  app.get(
    '/vendor/administrators',
    {
      config: { access: ANY_VENDOR_USER, resource: 'vendor' },
      schema: { tags, summary: 'List the administrators of your company', response: { 200: AdministratorsView } },
    },
    async ({ vendor }) => ({ data: await listAdministrators(deps, vendor) }),
  )
  app.post(
    '/auth/accept-invite',
    {
      config: { access: PUBLIC, throttle: 'auth' },
      schema: {
        tags: ['auth'],
        security: [],
        summary: 'Accept an invitation',
        body: AcceptBody,
        response: { 200: SessionView },
      },
    },
    async (request, reply) => {
      const client = clientOf(deps, request)
      return presentSignIn(deps, request, reply, await acceptInvitation(deps, request.body, client), client)
    },
  )
}

/** Members before invitations, each by age. */
const teamSortKey = ({ status, createdAt, id }: MemberView) => `${status} ${createdAt} ${id}`

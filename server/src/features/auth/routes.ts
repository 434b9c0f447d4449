import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { PUBLIC, VENDOR_ADMIN } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts'
import { login } from './login.ts'
import { logout, refreshSession } from './refresh.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import {
  ApiKeyBody,
  ApiKeyView,
  EmailBody,
  LoginBody,
  MessageView,
  NewApiKeyView,
  RefreshBody,
  RegisterBody,
  RegisterView,
  ResetPasswordBody,
  SendOtpView,
  SessionView,
  VerifyOtpBody,
} from './schema.ts'
import { forgotPassword, sendOtp } from './send-otp.ts'
import { forgetCookie, presentedToken, presentSession } from './session-cookie.ts'
import { sessionDeps } from './sessions.ts'
import { verifyOtp } from './verify-otp.ts'

const config = { access: PUBLIC, throttle: 'auth' } as const
const tags = ['auth']
const security: [] = []

export function authRoutes(app: App, allDeps: Deps) {
  const deps = { ...allDeps, ...sessionDeps(allDeps) }

  app.post(
    '/auth/register',
    {
      config,
      schema: { tags, security, summary: 'Register a company', body: RegisterBody, response: { 201: RegisterView } },
    },
    async (request, reply) => reply.code(201).send(await register(deps, request.body)),
  )
  app.post(
    '/auth/send-otp',
    {
      config,
      schema: { tags, security, summary: 'Mail a verification code', body: EmailBody, response: { 200: SendOtpView } },
    },
    async (request) => sendOtp(deps, request.body.email),
  )
  app.post(
    '/auth/verify-otp',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Verify the email address',
        body: VerifyOtpBody,
        response: { 200: SessionView },
      },
    },
    async (request, reply) => presentSession(deps.config, request, reply, await verifyOtp(deps, request.body)),
  )
  app.post(
    '/auth/login',
    { config, schema: { tags, security, summary: 'Sign in', body: LoginBody, response: { 200: SessionView } } },
    async (request, reply) => presentSession(deps.config, request, reply, await login(deps, request.body)),
  )
  app.post(
    '/auth/refresh',
    {
      config,
      schema: { tags, security, summary: 'A new pair of tokens', body: RefreshBody, response: { 200: SessionView } },
    },
    async (request, reply) => {
      const token = presentedToken(deps.config, request, request.body) ?? ''
      return presentSession(deps.config, request, reply, await refreshSession(deps, token))
    },
  )
  app.post(
    '/auth/logout',
    { config, schema: { tags, security, summary: 'Sign out', body: RefreshBody, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await logout(deps, presentedToken(deps.config, request, request.body) ?? '')
      return forgetCookie(deps.config, reply).code(204).send()
    },
  )
  app.post(
    '/auth/forgot-password',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Mail a code for a new password',
        body: EmailBody,
        response: { 200: MessageView },
      },
    },
    async (request) => forgotPassword(deps, request.body.email),
  )
  app.post(
    '/auth/reset-password',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Set a new password; ends all sessions',
        body: ResetPasswordBody,
        response: { 200: MessageView },
      },
    },
    async (request) => resetPassword(deps, request.body),
  )
}

export function apiKeyRoutes(app: App, deps: Deps) {
  const access = { access: VENDOR_ADMIN } as const
  const keyTags = ['vendor']
  app.get(
    '/vendor/api-keys',
    {
      config: access,
      schema: { tags: keyTags, summary: 'API keys', querystring: ListQuery, response: { 200: listOf(ApiKeyView) } },
    },
    async (request) => {
      const pager = createPager(deps.signer, 'api-keys', request.vendor.vendorId)
      const keys = (await listApiKeys(deps, request.vendor)).map(presentKey)
      return pager.answerAll(request.query, keys, (key) => key.id, 'falling')
    },
  )
  app.post(
    '/vendor/api-keys',
    {
      config: access,
      schema: { tags: keyTags, summary: 'Make an API key', body: ApiKeyBody, response: { 201: NewApiKeyView } },
    },
    async (request, reply) => {
      const created = await createApiKey(deps, request.vendor, request.body.name)
      return reply.code(201).send({ ...presentKey({ ...created, lastUsedAt: null }), key: created.key })
    },
  )
  app.delete(
    '/vendor/api-keys/:id',
    {
      config: access,
      schema: { tags: keyTags, summary: 'Delete an API key', params: IdParams, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      await deleteApiKey(deps, request.vendor, request.params.id)
      return reply.code(204).send()
    },
  )
}

interface ApiKeyRow {
  id: string
  name: string
  hint: string
  createdAt: Date
  lastUsedAt: Date | null
}

const presentKey = ({ id, name, hint, createdAt, lastUsedAt }: ApiKeyRow) => ({
  id,
  name,
  hint,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

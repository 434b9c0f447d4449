import { z } from 'zod'
import { deviceOf } from '../../domain/device.ts'
import type { Deps } from '../../platform/deps.ts'
import { PUBLIC } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/app.ts'
import { login } from './login.ts'
import { logout, refreshSession } from './refresh.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import {
  EmailBody,
  LoginBody,
  MessageView,
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
    async (request, reply) => {
      const answer = await verifyOtp(deps, request.body, deviceOf(request.headers['user-agent']))
      return presentSession(deps.config, request, reply, answer)
    },
  )
  app.post(
    '/auth/login',
    { config, schema: { tags, security, summary: 'Sign in', body: LoginBody, response: { 200: SessionView } } },
    async (request, reply) => {
      const answer = await login(deps, request.body, deviceOf(request.headers['user-agent']))
      return presentSession(deps.config, request, reply, answer)
    },
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

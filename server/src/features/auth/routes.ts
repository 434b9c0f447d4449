import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { register } from './accounts/register.ts'
import { resetPassword } from './accounts/reset-password.ts'
import { completeChallenge } from './codes/challenge.ts'
import { forgotPassword, sendOtp } from './codes/send-otp.ts'
import { verifyOtp } from './codes/verify-otp.ts'
import {
  ChallengeBody,
  EmailBody,
  LoginBody,
  LoginView,
  MessageView,
  RefreshBody,
  RegisterBody,
  RegisterView,
  ResetPasswordBody,
  SendOtpView,
  SessionView,
  VerifyOtpBody,
} from './schema.ts'
import { clientOf } from './sessions/client.ts'
import { logout, refreshSession } from './sessions/refresh.ts'
import { clearCookie, presentedToken, presentSession, presentSignIn } from './sessions/session-cookie.ts'
import { sessionDeps } from './sessions/sessions.ts'
import { login } from './sign-in/login.ts'

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
      schema: { tags, security, summary: 'Email a verification code', body: EmailBody, response: { 200: SendOtpView } },
    },
    async (request) => sendOtp(deps, request.body.email, clientOf(deps, request)),
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
      const client = clientOf(deps, request)
      return presentSignIn(deps, request, reply, await verifyOtp(deps, request.body, client), client)
    },
  )
  app.post(
    '/auth/login',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Sign in',
        description:
          'While an account is under a password-guessing attack, a device that has not signed in before gets a challenge ' +
          'instead of a session, whether or not the password is correct. If it is, a code is emailed that completes the sign-in. ' +
          'An account with a second factor is challenged for it after the correct password.',
        body: LoginBody,
        response: { 200: LoginView },
      },
    },
    async (request, reply) => {
      const client = clientOf(deps, request)
      const answer = await login(deps, request.body, client)
      return 'challenge' in answer ? answer : presentSignIn(deps, request, reply, answer, client)
    },
  )
  app.post(
    '/auth/challenge',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Complete a sign-in with the emailed code or a second factor',
        description:
          'The right emailed code of an account with a second factor is answered with the challenge for that factor.',
        body: ChallengeBody,
        response: { 200: LoginView },
      },
    },
    async (request, reply) => {
      const client = clientOf(deps, request)
      const answer = await completeChallenge(deps, request.body, client)
      return 'challenge' in answer ? answer : presentSignIn(deps, request, reply, answer, client)
    },
  )
  app.post(
    '/auth/refresh',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Refresh the access token',
        body: RefreshBody,
        response: { 200: SessionView },
      },
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
      return clearCookie(deps.config, reply).code(204).send()
    },
  )
  app.post(
    '/auth/forgot-password',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Email a password reset code',
        body: EmailBody,
        response: { 200: MessageView },
      },
    },
    async (request) => forgotPassword(deps, request.body.email, clientOf(deps, request)),
  )
  app.post(
    '/auth/reset-password',
    {
      config,
      schema: {
        tags,
        security,
        summary: 'Reset the password and end all sessions',
        body: ResetPasswordBody,
        response: { 200: MessageView },
      },
    },
    async (request) => resetPassword(deps, request.body, clientOf(deps, request)),
  )
}

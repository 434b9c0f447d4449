import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_PERSON, PUBLIC } from '../../../platform/http/guards/access.ts'
import { createPager, IdParams, ListQuery, listOf } from '../../../platform/http/pagination.ts'
import { SessionView } from '../schema.ts'
import { clientOf } from '../sessions/client.ts'
import { sessionEnded } from '../sessions/refresh.ts'
import { presentSignIn } from '../sessions/session-cookie.ts'
import { accountStatusOf, sessionDeps } from '../sessions/sessions.ts'
import { confirmPassword } from './confirm-identity.ts'
import { describeFactors } from './gate.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { addPasskey, getPasskey, listPasskeys, passkeyOptions, removePasskey } from './passkeys.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import {
  ConfirmPasswordBody,
  ConfirmTotpBody,
  MfaView,
  NewPasskeyView,
  PasskeyBody,
  PasskeyOptionsView,
  PasskeySignInBody,
  PasskeyView,
  RecoveryCodesView,
  RemoveTotpBody,
  TotpView,
} from './schema.ts'
import { confirmTotp, removeTotp, startTotp } from './totp.ts'

const config = { access: ANY_PERSON, throttle: 'auth' } as const
/** What a person needs who has to set up a second factor before anything else. */
const setup = { ...config, isOpenWithoutSecondFactor: true } as const
const tags = ['auth']

export function mfaRoutes(app: App, allDeps: Deps) {
  const deps = { ...allDeps, ...sessionDeps(allDeps) }

  app.get(
    '/auth/mfa',
    { config: setup, schema: { tags, summary: 'Get your second factors', response: { 200: MfaView } } },
    async ({ person }) => {
      const status = await accountStatusOf(deps.db, person.accountId)
      if (!status) throw sessionEnded()
      return describeFactors(deps.db, deps.config, status)
    },
  )
  app.post(
    '/auth/confirm-password',
    {
      config: setup,
      schema: {
        tags,
        summary: 'Confirm your password for changes of second factors',
        description: 'Needed when you signed in more than 15 minutes ago (`PASSWORD_CONFIRMATION_REQUIRED`).',
        body: ConfirmPasswordBody,
        response: { 204: z.undefined() },
      },
    },
    async ({ person, body }, reply) => {
      await confirmPassword(deps, person, body.password)
      return reply.code(204).send()
    },
  )
  app.post(
    '/auth/mfa/totp',
    {
      config: setup,
      schema: {
        tags,
        summary: 'Start the set-up of an authenticator app',
        description: 'Has no effect until `POST /auth/mfa/totp/confirm`; another call replaces the secret.',
        response: { 200: TotpView },
      },
    },
    async ({ person }) => startTotp(deps, person),
  )
  app.post(
    '/auth/mfa/totp/confirm',
    {
      config: setup,
      schema: {
        tags,
        summary: 'Confirm the authenticator app with a code',
        description: 'All other sessions end, and earlier recovery codes stop working.',
        body: ConfirmTotpBody,
        response: { 200: RecoveryCodesView },
      },
    },
    async ({ person, body }) => confirmTotp(deps, person, body.code),
  )
  app.delete(
    '/auth/mfa/totp',
    {
      config,
      schema: {
        tags,
        summary: 'Remove the authenticator app and end all other sessions',
        body: RemoveTotpBody,
        response: { 204: z.undefined() },
      },
    },
    async ({ person, body }, reply) => {
      await removeTotp(deps, person, body)
      return reply.code(204).send()
    },
  )
  app.post(
    '/auth/mfa/recovery-codes',
    {
      config,
      schema: {
        tags,
        summary: 'Replace your recovery codes and end all other sessions',
        response: { 200: RecoveryCodesView },
      },
    },
    async ({ person }) => renewRecoveryCodes(deps, person),
  )
  passkeyRoutes(app, deps)
  signInRoutes(app, allDeps)
}

function passkeyRoutes(app: App, deps: Deps) {
  app.post(
    '/auth/passkeys/options',
    {
      config: setup,
      schema: {
        tags,
        summary: 'Get the options for creating a passkey',
        response: { 200: PasskeyOptionsView },
      },
    },
    async ({ person }) => ({ ...(await passkeyOptions(deps, person)) }),
  )
  app.post(
    '/auth/passkeys',
    {
      config: setup,
      schema: {
        tags,
        summary: 'Add a passkey and end all other sessions',
        body: PasskeyBody,
        response: { 201: NewPasskeyView },
      },
    },
    async (request, reply) => {
      const { device } = clientOf(deps, request)
      return reply.code(201).send(await addPasskey(deps, request.person, request.body, device))
    },
  )
  app.get(
    '/auth/passkeys',
    {
      config: setup,
      schema: {
        tags,
        summary: 'List your passkeys, oldest first',
        querystring: ListQuery,
        response: { 200: listOf(PasskeyView) },
      },
    },
    async ({ person, query }) => {
      const pager = createPager(deps.signer, 'passkeys', person.accountId)
      return pager.answerAll(query, await listPasskeys(deps, person), ({ id }) => id)
    },
  )
  app.get(
    '/auth/passkeys/:id',
    {
      config: setup,
      schema: { tags, summary: 'Get one of your passkeys', params: IdParams, response: { 200: PasskeyView } },
    },
    async ({ person, params }) => getPasskey(deps, person, params.id),
  )
  app.delete(
    '/auth/passkeys/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Remove a passkey and end all other sessions',
        params: IdParams,
        response: { 204: z.undefined() },
      },
    },
    async ({ person, params }, reply) => {
      await removePasskey(deps, person, params.id)
      return reply.code(204).send()
    },
  )
}

function signInRoutes(app: App, allDeps: Deps) {
  const deps = { ...allDeps, ...sessionDeps(allDeps) }
  const publicConfig = { access: PUBLIC, throttle: 'auth' } as const
  const security: [] = []
  app.post(
    '/auth/passkeys/sign-in/options',
    {
      config: publicConfig,
      schema: {
        tags,
        security,
        summary: 'Get the options for signing in with a passkey',
        response: { 200: PasskeyOptionsView },
      },
    },
    async () => ({ ...(await passkeySignInOptions(deps)) }),
  )
  app.post(
    '/auth/passkeys/sign-in',
    {
      config: publicConfig,
      schema: {
        tags,
        security,
        summary: 'Sign in with a passkey alone',
        body: PasskeySignInBody,
        response: { 200: SessionView },
      },
    },
    async (request, reply) => {
      const client = clientOf(deps, request)
      const answer = await signInWithPasskey(deps, request.body.passkey, client)
      return presentSignIn(deps, request, reply, answer, client)
    },
  )
}

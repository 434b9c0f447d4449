import type { FastifyReply, FastifyRequest } from 'fastify'
import { KNOWN_SOURCE_DAYS } from '../../../domain/limits.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import { invalidField } from '../../../platform/errors.ts'
import { assertOwnOrigin } from '../../../platform/http/guards/origin.ts'
import { type Client, cookieName, isPortal } from './client.ts'
import { deviceToken } from './device-token.ts'
import type { SessionAnswer } from './sessions.ts'

const refreshCookie = (config: Config) => cookieName(config, 'harkara_refresh')

/**
 * The portal never sees its refresh token: it is an HttpOnly cookie, so an injected script cannot steal a session.
 * Other clients receive theirs in the body.
 */
export function presentSession(config: Config, request: FastifyRequest, reply: FastifyReply, answer: SessionAnswer) {
  if (!isPortal(request)) return answer
  const { refreshToken, ...rest } = answer
  reply.setCookie(refreshCookie(config), refreshToken, {
    ...attributes(config),
    maxAge: config.REFRESH_TOKEN_TTL_SECONDS,
  })
  return rest
}

/** Sets the device cookie on sign-in, so that the browser is recognised next time, even after signing out. */
export function presentSignIn(
  deps: Pick<Deps, 'config' | 'signer'>,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SessionAnswer,
  client: Client,
) {
  const presented = presentSession(deps.config, request, reply, answer)
  if (isPortal(request))
    reply.setCookie(cookieName(deps.config, 'harkara_device'), deviceToken(deps.signer, client.deviceId), {
      ...attributes(deps.config),
      maxAge: KNOWN_SOURCE_DAYS * 86_400,
    })
  return presented
}

export function presentedToken(
  config: Config,
  request: FastifyRequest,
  body: { refreshToken?: string | undefined } | null | undefined,
) {
  if (!isPortal(request)) {
    if (body?.refreshToken === undefined) throw invalidField('refreshToken', 'is required')
    return body.refreshToken
  }
  // A browser also attaches cookies to requests made by other sites.
  assertOwnOrigin(config, request)
  return request.server.parseCookie(request.headers.cookie ?? '')[refreshCookie(config)]
}

export const clearCookie = (config: Config, reply: FastifyReply) =>
  reply.clearCookie(refreshCookie(config), attributes(config))

const attributes = (config: Config) => ({
  // The prefix of the name requires that the cookie is valid for the whole host.
  path: config.sandbox ? `${config.API_PREFIX}/auth` : '/',
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: !config.sandbox,
})

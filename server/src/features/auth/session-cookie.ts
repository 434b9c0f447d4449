import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { assertOwnOrigin } from '../../platform/http/origin.ts'
import type { SessionAnswer } from './sessions.ts'

/**
 * The portal never sees its refresh token: it comes and goes as a cookie that scripts cannot read, so an injected script
 * cannot steal a session. Other clients keep theirs in the body.
 */
const COOKIE = 'harkara_refresh'

const isPortal = (request: FastifyRequest) => request.headers['x-client'] === 'portal'

export function presentSession(config: Config, request: FastifyRequest, reply: FastifyReply, answer: SessionAnswer) {
  if (!isPortal(request)) return answer
  const { refreshToken, ...rest } = answer
  reply.setCookie(COOKIE, refreshToken, { ...attributes(config), maxAge: config.REFRESH_TOKEN_TTL_SECONDS })
  return rest
}

export function presentedToken(
  config: Config,
  request: FastifyRequest,
  body: { refreshToken?: string | undefined } | null | undefined,
) {
  if (!isPortal(request)) {
    if (body?.refreshToken === undefined)
      throw new AppError('VALIDATION_FAILED', {
        detail: 'refreshToken: is required',
        errors: [{ path: 'refreshToken', message: 'is required' }],
      })
    return body.refreshToken
  }
  // A cookie goes along with requests that other sites cause.
  assertOwnOrigin(config, request)
  return request.server.parseCookie(request.headers.cookie ?? '')[COOKIE]
}

export const forgetCookie = (config: Config, reply: FastifyReply) => reply.clearCookie(COOKIE, attributes(config))

const attributes = (config: Config) => ({
  path: `${config.API_PREFIX}/auth`,
  httpOnly: true,
  sameSite: 'strict' as const,
  secure: !config.sandbox,
})

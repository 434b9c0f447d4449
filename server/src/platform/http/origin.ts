import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

/** For requests that a browser lets other sites cause: only our own pages, and origins that are listed, may send them. */
export function assertOwnOrigin(config: Pick<Config, 'CORS_ALLOWED_ORIGINS'>, request: FastifyRequest) {
  const { origin } = request.headers
  const own = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host
  if (!own && !config.CORS_ALLOWED_ORIGINS.includes(origin ?? '')) throw new AppError('ORIGIN_NOT_ALLOWED')
}

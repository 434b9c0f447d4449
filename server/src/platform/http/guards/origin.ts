import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'

/**
 * For requests that other sites can make a browser send: accepts only our own pages and listed origins. Compares whole
 * origins, because a matching part proves nothing.
 */
export function assertOwnOrigin(config: Pick<Config, 'CORS_ALLOWED_ORIGINS'>, request: FastifyRequest) {
  const { origin = '' } = request.headers
  const own = [`https://${request.host}`, `http://${request.host}`]
  if (!own.includes(origin) && !config.CORS_ALLOWED_ORIGINS.includes(origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
}

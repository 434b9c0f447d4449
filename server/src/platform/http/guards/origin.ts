import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'

/**
 * For requests that a browser lets other sites cause: only our own pages, and origins that are listed, may send them.
 * Compared as whole texts, as browsers write them: a part that matches proves nothing.
 */
export function assertOwnOrigin(config: Pick<Config, 'CORS_ALLOWED_ORIGINS'>, request: FastifyRequest) {
  const { origin = '' } = request.headers
  const own = [`https://${request.host}`, `http://${request.host}`]
  if (!own.includes(origin) && !config.CORS_ALLOWED_ORIGINS.includes(origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
}

import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { AppError } from '../../errors.ts'

/**
 * For requests that other sites can make a browser send: accepts only our own pages and listed origins. Compares whole
 * origins, because a matching part proves nothing. Our own host is the Host header or that of PUBLIC_URL, never
 * X-Forwarded-Host: most proxies pass on what the client wrote there.
 */
export function assertOwnOrigin(
  { CORS_ALLOWED_ORIGINS, PUBLIC_URL }: Pick<Config, 'CORS_ALLOWED_ORIGINS' | 'PUBLIC_URL'>,
  { headers: { origin = '', host } }: Pick<FastifyRequest, 'headers'>,
) {
  const own = [`https://${host}`, `http://${host}`, ...(PUBLIC_URL ? [new URL(PUBLIC_URL).origin] : [])]
  if (!own.includes(origin) && !CORS_ALLOWED_ORIGINS.includes(origin)) throw new AppError('ORIGIN_NOT_ALLOWED')
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { Deps } from '../../deps.ts'
import { EXACT_LIMIT_MAX, takePermitsOrFail, tooMany } from './throttle.ts'

/** Uploads cost more than other requests, so they have a limit of their own, checked before the body is read. */
export async function throttleUploads(
  { config, rateLimiter }: Pick<Deps, 'config' | 'rateLimiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const limit = config.UPLOADS_PER_MINUTE
  if (limit > EXACT_LIMIT_MAX) return
  const { granted, remaining, retryAfterMs } = await takePermitsOrFail(
    rateLimiter,
    `uploads:${request.vendor.vendorId}`,
    limit,
    MINUTE_MS,
  )
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  reply.header('ratelimit-limit', limit).header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', granted > 0 ? MINUTE_MS / 1000 : retryAfterSeconds)
  if (granted === 0)
    throw tooMany(retryAfterSeconds, `At most ${limit} uploads a minute are allowed. Wait a moment and try again.`)
}

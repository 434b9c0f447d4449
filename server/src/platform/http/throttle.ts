import type { FastifyReply, FastifyRequest } from 'fastify'
import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls to these routes are counted together for each address they come from. */
    throttle?: 'auth'
  }
}

const MINUTE_MS = 60_000
/** An exact sliding limit remembers each permit; a setting beyond this is meant as no limit, and is none. */
export const EXACT_LIMIT_MAX = 10_000

type ThrottleDeps = Pick<Deps, 'config' | 'rateLimiter' | 'blindIndex'>

/** Two limits: sign-in routes per network address, everything else per vendor. */
export function throttleRequests(app: App, deps: ThrottleDeps) {
  const vendorLimit = new MinuteCounter(deps.config.API_REQUESTS_PER_MINUTE)

  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return
    if (request.routeOptions.config.throttle === 'auth') await throttleAddress(deps, request, reply)
    if (request.principal?.kind === 'vendor') {
      const left = vendorLimit.take(request.principal.vendorId)
      reply.header('ratelimit-limit', vendorLimit.perMinute)
      reply.header('ratelimit-remaining', Math.max(0, left))
      reply.header('ratelimit-reset', vendorLimit.secondsLeft())
      if (left < 0) throw tooMany(vendorLimit.secondsLeft())
    }
  })
}

export const tooMany = (retryAfterSeconds: number, detail = 'Too many requests. Please wait a moment.') =>
  new AppError('TOO_MANY_REQUESTS', { detail, retryAfterSeconds })

/** The address is personal data, so the limiter only sees its keyed hash. */
async function throttleAddress(
  { config, rateLimiter, blindIndex }: ThrottleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const limit = config.AUTH_CALLS_PER_MINUTE
  if (limit > EXACT_LIMIT_MAX) return
  const address = blindIndex.of('address', PLATFORM, network(request.ip)).toString('base64url')
  const permits = await rateLimiter.take(`auth:${address}`, limit, MINUTE_MS)
  const retryAfterSeconds = Math.max(1, Math.ceil(permits.retryAfterMs / 1000))
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', permits.remaining)
  reply.header('ratelimit-reset', permits.granted ? MINUTE_MS / 1000 : retryAfterSeconds)
  if (permits.granted === 0) throw tooMany(retryAfterSeconds)
}

/** One IPv6 customer has a whole /64 to call from. */
const network = (ip: string) => (ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip)

/**
 * Counts in this process alone: the general limit protects a process from one vendor's runaway script, and a shared
 * counter would cost every request a round trip.
 */
class MinuteCounter {
  readonly perMinute: number
  private counts = new Map<string, number>()
  private windowStart = performance.now()

  constructor(perMinute: number) {
    this.perMinute = perMinute
  }

  /** What is left after this call; negative when the limit is passed. */
  take(key: string): number {
    if (performance.now() - this.windowStart >= MINUTE_MS) {
      this.counts = new Map()
      this.windowStart = performance.now()
    }
    const count = (this.counts.get(key) ?? 0) + 1
    this.counts.set(key, count)
    return this.perMinute - count
  }

  secondsLeft = () => Math.max(1, Math.ceil((MINUTE_MS - (performance.now() - this.windowStart)) / 1000))
}

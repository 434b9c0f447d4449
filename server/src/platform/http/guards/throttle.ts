import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { PLATFORM } from '../../../domain/ids.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../app.ts'
import { networkOf } from '../network/network.ts'
import { ANY_VENDOR_USER, VENDOR_ADMIN } from './access.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limits the calls to these routes by network address. */
    throttle?: 'auth'
  }
}

/** The limiter stores every permit of the window, so higher limits are not enforced. */
export const EXACT_LIMIT_MAX = 10_000

/** Calls of one recognised browser while its network has used up its limit. */
const DEVICE_CALLS_PER_MINUTE_MAX = 20

type ThrottleDeps = Pick<Deps, 'config' | 'rateLimiter' | 'blindIndex' | 'log'>

/** Recognises a browser in which somebody has signed in before. */
export type DeviceOf = (request: FastifyRequest) => string | undefined

/** Limits sign-in routes by network address and all other routes by vendor. */
export function throttleRequests(app: App, deps: ThrottleDeps, deviceOf: DeviceOf) {
  const vendorPermits = new PermitBlocks(deps)
  const limit = deps.config.API_REQUESTS_PER_MINUTE

  const throttleByAddress = (request: FastifyRequest, reply: FastifyReply) =>
    throttleAddress(deps, deviceOf, request, reply)
  /** Uses a callback instead of a promise, because nearly every request finds a permit locally and need not wait. */
  const throttleByVendor = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const { vendorId } = request.vendor
    const pass = (permit: Permit | undefined) => done(permit && refusal(reply, limit, permit))
    const permit = vendorPermits.spend(vendorId)
    if (permit) pass(permit)
    else vendorPermits.fetch(vendorId).then(pass, done)
  }

  app.addHook('onRoute', (route) => {
    const { throttle, access } = route.config ?? {}
    const hooks = [route.onRequest ?? []].flat()
    if (throttle === 'auth') route.onRequest = [...hooks, throttleByAddress]
    if (limit <= EXACT_LIMIT_MAX && (access === ANY_VENDOR_USER || access === VENDOR_ADMIN))
      route.onRequest = [...hooks, throttleByVendor]
  })
}

interface Permit {
  isGranted: boolean
  remaining: number
  retryAfterMs: number
}

/** Sets the rate-limit headers. Returns the error when no permit was granted. */
function refusal(reply: FastifyReply, limit: number, { isGranted, remaining, retryAfterMs }: Permit) {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', isGranted ? MINUTE_MS / 1000 : retryAfterSeconds)
  return isGranted ? undefined : tooMany(retryAfterSeconds)
}

/** Fails closed: without a working limiter, passwords and codes could be guessed without a limit. */
export const takePermitsOrFail = (rateLimiter: Deps['rateLimiter'], key: string, limit: number, windowMs: number) =>
  rateLimiter.take(key, limit, windowMs).catch((cause: unknown) => {
    throw new AppError('SERVICE_UNAVAILABLE', { detail: 'Try again in a moment.', retryAfterSeconds: 1, cause })
  })

export const tooMany = (retryAfterSeconds: number, detail = 'Too many requests. Wait a moment and try again.') =>
  new AppError('TOO_MANY_REQUESTS', { detail, retryAfterSeconds })

/** The address is personal data, so the limiter gets only its keyed hash. */
async function throttleAddress(deps: ThrottleDeps, deviceOf: DeviceOf, request: FastifyRequest, reply: FastifyReply) {
  const { config, rateLimiter, blindIndex } = deps
  const limit = config.AUTH_CALLS_PER_MINUTE
  if (limit > EXACT_LIMIT_MAX) return
  const address = blindIndex.of('address', PLATFORM, networkOf(request.ip)).toString('base64url')
  const permits = await takePermitsOrFail(rateLimiter, `auth:${address}`, limit, MINUTE_MS)
  if (permits.granted === 0 && (await mayUseReserve(deps, deviceOf(request), address))) return
  const refused = refusal(reply, limit, { ...permits, isGranted: permits.granted > 0 })
  if (refused) throw refused
}

/**
 * Thousands of people can share one address. Strangers who use up its limit must not keep those out who have signed in
 * from their browser before: these have as many calls again, which need an account to be used up.
 */
async function mayUseReserve(
  { config, rateLimiter, blindIndex }: ThrottleDeps,
  device: string | undefined,
  address: string,
) {
  if (device === undefined) return false
  const key = `auth-device:${blindIndex.of('sign-in-device', PLATFORM, device).toString('base64url')}`
  const own = await takePermitsOrFail(rateLimiter, key, DEVICE_CALLS_PER_MINUTE_MAX, MINUTE_MS)
  if (own.granted === 0) return false
  const reserve = `auth-reserve:${address}`
  return (await takePermitsOrFail(rateLimiter, reserve, config.AUTH_CALLS_PER_MINUTE, MINUTE_MS)).granted > 0
}

/**
 * A limit shared by all processes, fetched in blocks: the shared limiter is asked once for about a second's worth of
 * requests, and the granted permits are spent locally. Fails open: this limit protects against runaway scripts, not
 * against attackers.
 */
class PermitBlocks {
  private readonly blocks = new Map<string, { left: number; remaining: number; until: number }>()
  private readonly fetching = new Map<string, Promise<Permit | undefined>>()
  private readonly deps: ThrottleDeps
  private readonly limit: number
  private readonly blockSize: number

  constructor(deps: ThrottleDeps) {
    this.deps = deps
    this.limit = deps.config.API_REQUESTS_PER_MINUTE
    this.blockSize = Math.max(1, Math.floor(this.limit / 60))
  }

  /** Returns undefined when another block has to be fetched. */
  spend(key: string): Permit | undefined {
    const block = this.blocks.get(key)
    if (!block || block.left === 0 || block.until < performance.now()) return undefined
    // Fetches the next block early, so that the next request need not wait.
    if (--block.left === 0) void this.refill(key)
    return { isGranted: true, remaining: block.remaining + block.left, retryAfterMs: 0 }
  }

  async fetch(key: string): Promise<Permit | undefined> {
    const refused = await this.refill(key)
    return refused ?? this.spend(key) ?? (this.blocks.has(key) ? this.fetch(key) : undefined)
  }

  /** Concurrent requests wait for the same fetch. */
  private refill(key: string): Promise<Permit | undefined> {
    const waiting = this.fetching.get(key) ?? this.fetchBlock(key)
    this.fetching.set(key, waiting)
    return waiting
  }

  private async fetchBlock(key: string): Promise<Permit | undefined> {
    try {
      const permits = await this.deps.rateLimiter.take(`api:${key}`, this.limit, MINUTE_MS, this.blockSize)
      if (permits.granted === 0) return { isGranted: false, remaining: 0, retryAfterMs: permits.retryAfterMs }
      if (this.blocks.size > BLOCKS_MAX) this.blocks.clear()
      this.blocks.set(key, {
        left: permits.granted,
        remaining: permits.remaining,
        until: performance.now() + MINUTE_MS,
      })
      return undefined
    } catch (err) {
      this.deps.log.warn({ event: 'throttle.unavailable', err })
      this.blocks.delete(key)
      return undefined
    } finally {
      this.fetching.delete(key)
    }
  }
}

const BLOCKS_MAX = 100_000

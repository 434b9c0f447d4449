import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'
import { rawBody } from './read.ts'

/** Sandbox and product share a secret and sign requests with a hex HMAC-SHA256 of the raw body. */
export const SIGNATURE_HEADER = 'x-sandbox-signature'

export function sign(secret: string, raw: string | Buffer) {
  return createHmac('sha256', secret).update(raw).digest('hex')
}

export function requireSignature(secret: string, request: FastifyRequest) {
  const given = request.headers[SIGNATURE_HEADER]
  if (typeof given === 'string' && isEqual(given, sign(secret, rawBody(request)))) return
  throw new Problem(
    401,
    'SIGNATURE_INVALID',
    'Sign the raw body: X-Sandbox-Signature is its hex HMAC-SHA256 with SANDBOX_SECRET.',
  )
}

/** Compares digests, so that the comparison takes the same time whatever the length and content. */
export function isEqual(given: string, expected: string) {
  return timingSafeEqual(sha256(given), sha256(expected))
}

/** Lets another product process check that a running sandbox has the same secret, without exposing it. */
export function secretHint(secret: string) {
  return sha256(secret).toString('hex').slice(0, 12)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

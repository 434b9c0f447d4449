import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/**
 * Restricts control routes and pages to local use. The Host header is checked against DNS rebinding, and Origin and
 * Sec-Fetch-Site are checked against cross-site requests. Clients such as curl and the product send neither and pass.
 */
export function guardLocal(app: FastifyInstance, listenHost: string) {
  app.addHook('onRequest', async (request) => {
    requireLocalHost(request, listenHost)
    if (request.method !== 'GET' && request.method !== 'HEAD') requireSameSite(request)
  })
}

function requireLocalHost(request: FastifyRequest, listenHost: string) {
  const name = hostName(request.headers.host ?? '')
  if (name !== undefined && (isLoopback(name) || name === hostName(listenHost))) return
  throw new Problem(
    403,
    'HOST_REFUSED',
    'The sandbox only accepts requests to its own address: use localhost or 127.0.0.1, or set HOST to the name you use.',
  )
}

function requireSameSite(request: FastifyRequest) {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOwnOrigin = origin === undefined || origin === `http://${host}`
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  if (isOwnOrigin && isOwnSite) return
  throw new Problem(403, 'CROSS_SITE_REFUSED', 'In a browser, only the pages of the sandbox itself can make changes.')
}

/** Undefined unless it is a plain `name`, `name:port` or `[address]:port`, so that malformed hosts are rejected. */
function hostName(host: string) {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+|[0-9a-f:]+)(?::\d{1,5})?$/i.exec(host)
  return match?.[1]?.toLowerCase().replace(/^\[|\]$/g, '')
}

export function isLoopback(name: string) {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { escapeHtml } from '../../platform/mail.ts'

const NONCE_PLACE = '__STYLE_NONCE__'
const SETTINGS_PLACE = '__SETTINGS__'
/** Below these are no pages of the portal: an unknown path there is refused as data, also to a browser. */
const NOT_PAGES = ['/v1', '/docs', '/webhook', '/webhooks', '/checkout', '/assets', '/healthz', '/readyz', '/metrics']

type PageConfig = Pick<Config, 'API_PREFIX' | 'SUPPORT_EMAIL' | 'sandboxUrl' | 'production'>

/**
 * The one page of the web app, whatever its path. Scripts come from our own files alone, without exception. Styles too,
 * but for the few that components write into the page, which carry a nonce that is new with every answer.
 */
export function createPage({ config, clock }: { config: PageConfig } & Pick<Deps, 'clock'>, index: string) {
  const { API_PREFIX, SUPPORT_EMAIL, sandboxUrl, production } = config
  const notPages = [API_PREFIX, ...NOT_PAGES]
  const settings = { apiPrefix: API_PREFIX, supportEmail: SUPPORT_EMAIL, sandboxUrl: sandboxUrl ?? null }
  /** With the time, so that `in 3 days` is right on a sandbox whose clock was moved, and on a phone whose clock is off. */
  const pageNow = () =>
    index.replace(SETTINGS_PLACE, () => escapeHtml(JSON.stringify({ ...settings, now: clock.now().toISOString() })))
  return {
    isAskedBy({ method, url, headers }: FastifyRequest): boolean {
      if (method !== 'GET' && method !== 'HEAD') return false
      const [path = '/'] = url.split(/[?#]/)
      if (notPages.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false
      return (headers.accept ?? '').includes('text/html')
    },
    send(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .code(200)
        .headers({ ...pageHeaders(nonce), ...(production && { 'strict-transport-security': 'max-age=31536000' }) })
        .type('text/html; charset=utf-8')
        .send(pageNow().replaceAll(NONCE_PLACE, nonce))
    },
  }
}

const pageHeaders = (nonce: string) => ({
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
})

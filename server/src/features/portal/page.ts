import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { escapeHtml } from '../../platform/mail.ts'

const NONCE_PLACEHOLDER = '__STYLE_NONCE__'
const SETTINGS_PLACEHOLDER = '__SETTINGS__'
/** Paths below these prefixes are not portal pages: an unknown one is answered as JSON, even to a browser. */
const NON_PAGE_PREFIXES = [
  '/v1',
  '/docs',
  '/webhook',
  '/webhooks',
  '/checkout',
  '/status',
  '/assets',
  '/healthz',
  '/readyz',
  '/metrics',
]

type PageConfig = Pick<Config, 'API_PREFIX' | 'SUPPORT_EMAIL' | 'sandboxUrl'>

/**
 * The single page of the web app, for every path. Scripts are allowed from our own files only. Styles too, except those
 * that components write into the page, which carry a nonce that is new with every answer.
 */
export function createPage({ config, clock }: { config: PageConfig } & Pick<Deps, 'clock'>, index: string) {
  const { API_PREFIX, SUPPORT_EMAIL, sandboxUrl } = config
  const notPages = [API_PREFIX, ...NON_PAGE_PREFIXES]
  const settings = { apiPrefix: API_PREFIX, supportEmail: SUPPORT_EMAIL, sandboxUrl: sandboxUrl ?? null }
  /**
   * Includes the time, so that relative times are right when the sandbox clock was moved or the device's clock is
   * wrong.
   */
  const pageNow = () =>
    index.replace(SETTINGS_PLACEHOLDER, () =>
      escapeHtml(JSON.stringify({ ...settings, now: clock.now().toISOString() })),
    )
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
        .headers(pageHeaders(nonce))
        .type('text/html; charset=utf-8')
        .send(pageNow().replaceAll(NONCE_PLACEHOLDER, nonce))
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

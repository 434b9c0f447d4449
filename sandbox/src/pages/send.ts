import type { FastifyReply } from 'fastify'
import type { Html } from './html.ts'

/** Allows only scripts and styles of the sandbox itself and forbids framing. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The markup of an email is untrusted. It gets its own origin without scripts, forms or external resources, and can
 * only open clicked links in a new tab.
 */
const MAIL_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

export function sendPage(reply: FastifyReply, page: Html, status = 200) {
  // With no-referrer a browser would send the forms with `Origin: null`, which the guard rejects.
  return send(reply.code(status).header('referrer-policy', 'same-origin'), page.text, PAGE_POLICY)
}

/** Always puts the doctype first, and opens links outside the frame. */
export function sendMailMarkup(reply: FastifyReply, markup: string) {
  const body = markup.replace(/^\s*<!doctype[^>]*>/i, '')
  return send(
    reply.header('referrer-policy', 'no-referrer'),
    `<!doctype html><base target="_blank">${body}`,
    MAIL_POLICY,
  )
}

function send(reply: FastifyReply, text: string, policy: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(text)
}

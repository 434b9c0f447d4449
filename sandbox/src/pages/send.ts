import type { FastifyReply } from 'fastify'
import type { Html } from './html.ts'

/** Pages run no script and load no style but our own; nobody may put them in a frame. */
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
 * A mail is a stranger's markup. It gets an origin of its own without scripts, forms or anything fetched from outside;
 * it may only show itself and open the links that a person clicks, in a new tab.
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
  // With no-referrer a browser would send our own forms with `Origin: null`, which the guard refuses.
  return send(reply.code(status).header('referrer-policy', 'same-origin'), page.text, PAGE_POLICY)
}

/** The doctype comes first whatever the mail starts with, and links leave the frame. */
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

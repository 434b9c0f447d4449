import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

export interface GraphFault {
  status: number
  code: number
  message: string
}

/** The error body of the Graph API. Its readers branch on `code` alone; the HTTP status is decoration. */
export function sendGraphError(reply: FastifyReply, { status, code, message }: GraphFault) {
  const error = { message, type: 'OAuthException', code, fbtrace_id: `A${randomBytes(17).toString('base64url')}` }
  return reply
    .code(status)
    .header('www-authenticate', `OAuth "Facebook Platform" "${code === 190 ? 'invalid_token' : 'invalid_request'}"`)
    .header('facebook-api-version', 'v18.0')
    .type('application/json; charset=UTF-8')
    .send(JSON.stringify({ error }))
}

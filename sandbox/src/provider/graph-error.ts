import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

export interface GraphErrorDetails {
  status: number
  code: number
  message: string
  /** Details of a rejected message. */
  details?: string
  /** Details of a rejected template. */
  template?: { subcode: number; title: string; words: string }
}

/** The error body of the Graph API. Clients use only `code`, not the HTTP status. */
export function sendGraphError(reply: FastifyReply, { status, code, message, details, template }: GraphErrorDetails) {
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(details !== undefined && { error_data: { messaging_product: 'whatsapp', details } }),
    ...(template && {
      error_subcode: template.subcode,
      is_transient: false,
      error_user_title: template.title,
      error_user_msg: template.words,
    }),
    fbtrace_id: `A${randomBytes(17).toString('base64url')}`,
  }
  return reply
    .code(status)
    .header('www-authenticate', `OAuth "Facebook Platform" "${code === 190 ? 'invalid_token' : 'invalid_request'}"`)
    .header('facebook-api-version', 'v18.0')
    .type('application/json; charset=UTF-8')
    .send(JSON.stringify({ error }))
}

/** Thrown while a request is handled; graph.ts turns it into the response. */
export class GraphApiError extends Error {
  readonly fault: GraphErrorDetails
  constructor(fault: GraphErrorDetails) {
    super(fault.message)
    this.fault = fault
  }
}

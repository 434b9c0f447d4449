import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

export interface GraphFault {
  status: number
  code: number
  message: string
  /** What exactly is wrong, for refused messages. */
  details?: string
  /** For refused templates: a finer number, and words for people. */
  template?: { subcode: number; title: string; words: string }
}

/** The error body of the Graph API. Its readers branch on `code` alone; the HTTP status is decoration. */
export function sendGraphError(reply: FastifyReply, { status, code, message, details, template }: GraphFault) {
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

/** Thrown by whatever looks at a request; graph.ts answers with it. */
export class Refusal extends Error {
  readonly fault: GraphFault
  constructor(fault: GraphFault) {
    super(fault.message)
    this.fault = fault
  }
}

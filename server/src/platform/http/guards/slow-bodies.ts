import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { App } from '../app.ts'
import { refuseOnSocket } from '../errors/unreadable-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs until the body has arrived or the caller is known. */
    bodyDeadline: NodeJS.Timeout | undefined
  }
}

/**
 * Closes connections of unknown callers whose body arrives slowly: each occupies a socket and costs the caller nothing.
 * Known callers may upload large files on slow lines; only the time limit of all requests applies to them. The body of
 * a request that was already answered counts too, because Node reads it to its end.
 */
export function limitSlowBodies(app: App, limitMs: number, headers: Readonly<Record<string, string>>) {
  app.decorateRequest('bodyDeadline', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    // Injected requests have no connection.
    if (hasBody && raw.socket instanceof Socket) {
      const deadline = setTimeout(() => {
        // A handler that takes long is no reason to refuse a body that has arrived.
        if (!raw.complete) close(raw.socket, reply, headers)
      }, limitMs)
      request.bodyDeadline = deadline
      raw.once('close', () => clearTimeout(deadline))
    }
    done()
  })
}

/** The caller has proved who it is. */
export const allowSlowBody = (request: FastifyRequest) => clearTimeout(request.bodyDeadline)

function close(socket: Socket, reply: FastifyReply, headers: Readonly<Record<string, string>>) {
  if (reply.raw.headersSent) socket.destroy()
  else
    refuseOnSocket(socket, new AppError('REQUEST_TIMEOUT', { detail: 'Send the whole body without pauses.' }), headers)
}

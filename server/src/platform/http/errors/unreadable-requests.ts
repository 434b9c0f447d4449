import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError, ERRORS, type ErrorCode } from '../../errors.ts'
import { newId } from '../../ids.ts'
import type { App } from '../app.ts'
import { PROBLEM_TYPE, problemText } from './problem.ts'

/** How long the rest of a refused request is read and thrown away. */
const LINGER_MS = 2_000
const lingering = new WeakSet<Duplex>()

const BY_NODE_CODE: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'PAYLOAD_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

type Headers = Readonly<Record<string, string>>

/**
 * Requests that Node refuses before there is a request for the framework: those that it cannot parse, that take too
 * long, that expect what we do not offer, or that ask for a tunnel. They get the same kind of answer as all others.
 */
export function refuseUnreadable(app: App, headers: Headers) {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const requestId = newId<'request'>()
    const refusal = new AppError('EXPECTATION_FAILED', { detail: 'Only Expect: 100-continue is supported.' })
    const text = problemText(refusal, requestId)
    response.writeHead(ERRORS[refusal.code][0], {
      ...headers,
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(text),
      'x-request-id': requestId,
      connection: 'close',
    })
    response.end(text)
  })
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    refuseOnSocket(socket, new AppError('NOT_FOUND'), headers)
  })
}

/** For `clientErrorHandler`. */
export const createUnreadableHandler = (headers: Headers) => (error: Error & { code?: string }, socket: Socket) => {
  // Bytes of a second answer inside the first would corrupt it.
  const answering = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent) {
    if (!lingering.has(socket)) socket.destroy()
    return
  }
  refuseOnSocket(socket, new AppError(BY_NODE_CODE[error.code ?? ''] ?? 'VALIDATION_FAILED'), headers)
}

/**
 * Writes the answer directly to the socket. Closing while the client still sends would reset the connection, and the
 * answer would be lost on its way.
 */
export function refuseOnSocket(socket: Duplex, refusal: AppError, headers: Headers) {
  if (lingering.has(socket)) return
  lingering.add(socket)
  const requestId = newId<'request'>()
  const [status, title] = ERRORS[refusal.code]
  const text = problemText(refusal, requestId)
  const lines = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
  const closing = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(closing))
}

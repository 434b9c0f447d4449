import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { IMPORT_SOCKETS_PER_VENDOR_MAX } from '../../../domain/limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../../platform/http/guards/access.ts'
import { assertOwnOrigin } from '../../../platform/http/guards/origin.ts'
import { tooMany } from '../../../platform/http/guards/throttle.ts'
import { securityHeaders } from '../../../platform/http/security-headers.ts'
import { isId } from '../../../platform/ids.ts'
import { getImport } from '../lifecycle/find-import.ts'
import type { StatusView } from '../schema.ts'
import { getImportStatus } from './status.ts'
import { StatusFeeds } from './status-feeds.ts'

const PROTOCOL = 'harkara'
const BEARER = /^bearer\./
const RETRY_AFTER_SECONDS = 10
const CLOSE_DONE = 1000
const CLOSE_SIGNED_OUT = 4401
/** Clients do not send messages on this socket. */
const MESSAGE_BYTES_MAX = 1_024

/**
 * Pushes the status of an import whenever it changes, until it has ended. It polls the database, so any process can
 * serve it.
 */
export async function importEvents(app: App, deps: Deps) {
  const feeds = new StatusFeeds(deps.log, (vendorId, jobId) => getImportStatus(deps, vendorId, jobId))
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        maxPayload: MESSAGE_BYTES_MAX,
        handleProtocols: (offered: Set<string>) => offered.has(PROTOCOL) && PROTOCOL,
      },
    })
    scope.websocketServer.on('headers', (lines) => {
      for (const [name, value] of Object.entries(securityHeaders(deps.config))) lines.push(`${name}: ${value}`)
    })
    // Browsers cannot set headers on a WebSocket, so they pass their token as one of the subprotocols.
    scope.addHook('onRequest', async (request) => {
      const token = protocolsOf(request).find((protocol) => BEARER.test(protocol))
      if (token) request.headers.authorization ??= `Bearer ${token.replace(BEARER, '')}`
    })
    scope.route({
      method: 'GET',
      url: '/contacts/import/:jobId/events',
      config: { access: ANY_VENDOR_USER, resource: 'contacts' },
      schema: {
        tags: ['imports'],
        summary: 'Follow an import (WebSocket)',
        description:
          'Sends the status object on each change and closes when the import has ended. Browsers authenticate with the ' +
          'subprotocols `harkara` and `bearer.<token>`; the connection is closed with 4401 when the token expires. ' +
          `A vendor may have ${IMPORT_SOCKETS_PER_VENDOR_MAX} connections to a process; more are 429.`,
        params: z.object({ jobId: z.string().refine(isId) }),
      },
      preHandler: async (request) => {
        if (request.headers.origin !== undefined) assertOwnOrigin(deps.config, request)
        await getImport(deps.db, request.vendor.vendorId, jobIdOf(request))
        if (feeds.followersOf(request.vendor.vendorId) >= IMPORT_SOCKETS_PER_VENDOR_MAX)
          throw tooMany(RETRY_AFTER_SECONDS, 'You follow too many imports at once. Close a connection, then try again.')
      },
      handler: () => {
        throw new AppError('UPGRADE_REQUIRED', { detail: 'Connect with a WebSocket, or poll the status instead.' })
      },
      wsHandler: (socket, request) => pushStatus(feeds, socket, request),
    })
  })
}

const protocolsOf = (request: FastifyRequest) =>
  String(request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((protocol) => protocol.trim())

const jobIdOf = (request: FastifyRequest) => (request.params as { jobId: string }).jobId

function pushStatus(feeds: StatusFeeds, socket: WebSocket, request: FastifyRequest) {
  let sent = ''
  const leave = feeds.follow(request.vendor.vendorId, jobIdOf(request), async (status) => {
    if (!(await request.isStillAllowed())) return socket.close(CLOSE_SIGNED_OUT, 'The token has expired')
    const message = JSON.stringify(status)
    if (message !== sent && socket.readyState === socket.OPEN) socket.send(message)
    sent = message
    if (isOver(status)) socket.close(CLOSE_DONE)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', leave)
}

const isOver = ({ terminal, undo }: StatusView) => terminal && undo?.state !== 'RUNNING'

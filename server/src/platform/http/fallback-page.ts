import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'

/** Answers a request that matches no route with a page. Returns undefined when there is no page for it. */
type FallbackPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

declare module 'fastify' {
  interface FastifyInstance {
    fallbackPage: { of: FallbackPage }
  }
}

/**
 * The portal has pages at paths that the server does not know. They are not served by a wildcard route, because guards
 * and metrics must still treat unknown paths as unknown.
 */
export const allowFallbackPage = (app: App) => app.decorate('fallbackPage', { of: () => undefined })

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'

/** Answers a path that no route knows with a page, or undefined when it has none for this request. */
export type FallbackPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

declare module 'fastify' {
  interface FastifyInstance {
    fallbackPage: { of: FallbackPage }
  }
}

/**
 * A web app has pages at paths the server does not know. It is no wildcard route: unknown paths must stay unknown to the
 * guards and to the measures, which treat them as one.
 */
export const allowFallbackPage = (app: App) => app.decorate('fallbackPage', { of: () => undefined })

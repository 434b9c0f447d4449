import type { FastifyRequest } from 'fastify'
import type { Span, Tracer } from '../../ports/tracer.ts'
import { withinTrace } from '../tracing.ts'
import type { App } from './app.ts'

/** Asked every few seconds by machines. */
const UNTRACED = new Set(['/healthz', '/readyz', '/metrics'])
const SERVER_ERROR = 500

/**
 * A span for each request, named after its route. Paths, queries, addresses and headers may identify a person and are left
 * out; the request id leads to the log. A `traceparent` of the caller is not continued, because callers are strangers.
 */
export function traceRequests(app: App, tracer: Tracer) {
  if (!tracer.isOn) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (!UNTRACED.has(route))
      spans.set(
        request,
        tracer.start(`${request.method} ${route}`, {
          kind: 'server',
          attributes: {
            'http.request.method': request.method,
            'http.route': route,
            'harkara.request.id': request.id,
          },
        }),
      )
    done()
  })
  // As late as possible: reading the body would leave the context again.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) withinTrace(span, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    spans.get(request)?.end({ 'http.response.status_code': status }, status >= SERVER_ERROR)
    done()
  })
}

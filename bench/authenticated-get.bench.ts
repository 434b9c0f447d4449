import { besideBare } from './beside-bare.ts'

/**
 * Row 10: an authenticated GET with one query, through everything a route passes (guard, throttle, metrics, strict
 * schemas), beside a bare Fastify route with the same query and no sign-in.
 */
await besideBare({
  name: 'authenticated GET with one query',
  anchor: 'bare Fastify, same query, no auth',
  goal: { floor: 0.7, target: 0.85, moonshot: 0.9 },
  server: new URL('./authenticated-get.server.ts', import.meta.url),
  requests: ({ token }) => ({ connections: 32, headers: token ? { authorization: `Bearer ${token}` } : {} }),
})

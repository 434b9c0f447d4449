import { compareWithBareServer } from './support/compare-with-bare-server.ts'

/**
 * Throughput of an authenticated GET with one query, through everything that a route passes (access check, throttle,
 * metrics, strict schemas). Anchor: a bare Fastify route with the same query and no sign-in.
 */
await compareWithBareServer({
  name: 'authenticated GET with one query',
  anchor: 'bare Fastify, same query, no auth',
  levels: { floor: 0.7, target: 0.85, goal: 0.9 },
  server: new URL('./authenticated-get.server.ts', import.meta.url),
  requests: ({ token }) => ({ connections: 32, headers: token ? { authorization: `Bearer ${token}` } : {} }),
})

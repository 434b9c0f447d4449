import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { App } from './app.ts'
import { PUBLIC } from './guards/access.ts'

export type Checks = Record<string, () => Promise<unknown>>

const CHECK_TIMEOUT_MS = 3_000
/** Results are cached for this long, so that health checks cannot overload the services that they check. */
const KEEP_MS = 500

const Health = z.object({ status: z.literal('ok') })
const Readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  checks: z.record(z.string(), z.enum(['ok', 'failed'])),
})

/** `/healthz`: the process runs. `/readyz`: the services that it needs respond. `/metrics`: figures for Prometheus. */
export function healthRoutes(app: App, deps: Pick<Deps, 'log' | 'metrics'>, checks: Checks) {
  let latest: { at: number; answer: Promise<Record<string, 'ok' | 'failed'>> } | undefined
  const check = () => {
    if (!latest || performance.now() - latest.at > KEEP_MS)
      latest = { at: performance.now(), answer: runChecks(checks, deps.log) }
    return latest.answer
  }

  const config = { access: PUBLIC } as const
  app.get('/healthz', { config, schema: { hide: true, response: { 200: Health } } }, async () => ({
    status: 'ok' as const,
  }))
  app.get(
    '/readyz',
    { config, schema: { hide: true, response: { 200: Readiness, 503: Readiness } } },
    async (_request, reply) => {
      const results = await check()
      const ready = Object.values(results).every((result) => result === 'ok')
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks: results })
    },
  )
  app.get('/metrics', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  )
}

async function runChecks(checks: Checks, log: Deps['log']) {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const timeout = AbortSignal.timeout(CHECK_TIMEOUT_MS)
      const late = new Promise((_, reject) => timeout.addEventListener('abort', () => reject(new Error('timed out'))))
      try {
        await Promise.race([check(), late])
        return [name, 'ok'] as const
      } catch (err) {
        log.warn({ event: 'ready.failed', check: name, err })
        return [name, 'failed'] as const
      }
    }),
  )
  return Object.fromEntries(results)
}

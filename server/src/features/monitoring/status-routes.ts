import { serviceStatus } from '../../domain/service-status.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { PUBLIC } from '../../platform/http/guards/access.ts'
import { PLAIN_PAGE_POLICY } from '../../platform/http/security-headers.ts'
import { readProviderState } from '../dispatch/provider/provider-state.ts'
import { agesOf, readBacklog } from './measure.ts'
import { statusPage, statusStyle } from './status-page.ts'

/** The answer is cached, because it is the same for everybody and frequent requests must not add load. */
const KEEP_MS = 10_000

/** Whether the platform works, for people without an account: a page, or JSON for programs. No figures. */
export function statusRoutes(app: App, deps: Deps) {
  const config = { access: PUBLIC } as const
  const schema = { hide: true } as const
  let latest: { at: number; answer: ReturnType<typeof readStatus> } | undefined
  const current = () => {
    if (!latest || performance.now() - latest.at > KEEP_MS) {
      const answer = readStatus(deps)
      latest = { at: performance.now(), answer }
      answer.catch(() => {
        latest = undefined // the next request asks again
      })
    }
    return latest.answer
  }

  app.get('/status', { config, schema }, async ({ headers }, reply) => {
    const { checkedAt, ...status } = await current()
    reply.header('cache-control', 'no-store')
    if (!(headers.accept ?? '').includes('text/html')) return reply.send({ ...status, checkedAt })
    return reply
      .header('content-security-policy', PLAIN_PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(statusPage(status, checkedAt))
  })
  app.get('/status.css', { config, schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(statusStyle),
  )
}

async function readStatus({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const now = clock.now()
  const [backlog, { stoppedAt }] = await Promise.all([readBacklog(db, now), readProviderState(db)])
  const sending = {
    isStopped: stoppedAt !== null,
    recipients: backlog.recipients,
    ratePerSecond: config.DISPATCH_RATE_PER_SECOND,
  }
  return { ...serviceStatus(agesOf(backlog, now), sending), checkedAt: now }
}

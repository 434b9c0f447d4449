import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { noTracer } from '../../../platform/tracing.ts'
import type { Lock } from '../../../ports/lock.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import type { MessagingProvider } from '../../../ports/messaging-provider.ts'
import type { PaymentGateway } from '../../../ports/payment-gateway.ts'
import type { Queue, QueuedJob, WorkOptions } from '../../../ports/queue.ts'
import type { RateLimiter } from '../../../ports/rate-limiter.ts'

/** A clock that stands until the month moves it. */
export class MonthClock implements Clock {
  private instant: Date
  constructor(start: Date) {
    this.instant = start
  }
  now = () => this.instant
  set(instant: Date) {
    this.instant = instant
  }
}

/**
 * Left to the worker of the running product, after the commit: a file or a call to the gateway cannot be rolled back.
 */
const AFTER_COMMIT: ReadonlySet<string> = new Set([
  'invoices.make-pdf',
  'quotations.make-pdf',
  'subscriptions.follow-at-gateway',
])

/** Jobs run when the month says so, one at a time. A job that fails ends the month. */
export class StepQueue implements Queue {
  private readonly jobs: { lane: string; job: QueuedJob }[] = []
  private readonly workers = new Map<string, WorkOptions>()

  async add(lane: string, jobs: readonly QueuedJob[]) {
    for (const job of jobs) if (!AFTER_COMMIT.has(job.name)) this.jobs.push({ lane, job })
  }
  async remove() {
    return false
  }
  async work(lane: string, options: WorkOptions) {
    this.workers.set(lane, options)
    return { stop: async () => {} }
  }
  async depth() {
    return { waiting: this.jobs.length, delayed: 0, active: 0 }
  }
  async close() {}

  async runAll() {
    for (let next = this.jobs.shift(); next; next = this.jobs.shift()) {
      const { id, name, payload } = next.job
      await this.workers.get(next.lane)?.handle({ id, name, payload, attempt: 1 })
    }
  }
}

export interface SentMessage {
  wamid: string
  reference: string
  /** `+` and digits. */
  to: string
}

/** What the month does not share with the running product. */
export function standIns(running: Deps, clock: MonthClock, sent: SentMessage[]) {
  return {
    clock,
    sharedClock: undefined,
    queue: new StepQueue(),
    lock,
    rateLimiter,
    mailer,
    gateway: gatewayFor(running),
    provider: providerFor(running, sent),
    metrics: createMetrics(),
    tracer: noTracer,
  }
}

const gatewayFor = ({ gateway }: Deps): PaymentGateway => ({
  ...gateway,
  // The sandbox would report it to the running product, which does not know the payment yet.
  refund: async ({ amountMinorUnit }) => ({
    gatewayRefundId: `rfnd_${randomBytes(7).toString('hex')}`,
    amountMinorUnit,
    status: 'processed',
  }),
})

const providerFor = ({ provider }: Deps, sent: SentMessage[]): MessagingProvider => ({
  ...provider,
  async send({ to, reference }) {
    const wamid = `wamid.${randomBytes(20).toString('base64url')}`
    sent.push({ wamid, reference, to })
    return { kind: 'accepted', wamid, isHeld: false }
  },
  // The sandbox learns of the template, which can then be used when the month is over.
  createTemplate: async (template) => ({ ...(await provider.createTemplate(template)), status: 'APPROVED' }),
})

const lock: Lock = {
  tryWith: async (_name, _ttlSeconds, work) => ({ busy: false, result: await work() }),
  close: async () => {},
}

const rateLimiter: RateLimiter = {
  take: async (_key, limit, _windowMs, wanted = 1) => ({ granted: wanted, remaining: limit, retryAfterMs: 0 }),
  close: async () => {},
}

/** Nobody reads mails of last month. */
const mailer: Mailer = { send: async () => {}, check: async () => {}, close: async () => {} }

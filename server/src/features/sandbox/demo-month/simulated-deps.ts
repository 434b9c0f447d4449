import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock/clock.ts'
import { providerIdsOf } from '../../../platform/crypto/provider-ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createMetrics } from '../../../platform/metrics.ts'
import { noTracer } from '../../../platform/tracing.ts'
import type { Lock } from '../../../ports/lock.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import type { MessagingProvider } from '../../../ports/messaging-provider.ts'
import type { PaymentGateway } from '../../../ports/payment-gateway.ts'
import type { Queue, QueuedJob, WorkOptions } from '../../../ports/queue.ts'
import type { RateLimiter } from '../../../ports/rate-limiter.ts'

/** A clock that moves only when it is set. */
export class ManualClock implements Clock {
  private instant: Date
  constructor(start: Date) {
    this.instant = start
  }
  now = () => this.instant
  set(instant: Date) {
    this.instant = instant
  }
}

/** Jobs for the workers of the running product, after the commit: files and calls to the gateway cannot be rolled back. */
const AFTER_COMMIT: ReadonlySet<string> = new Set([
  'invoices.make-pdf',
  'quotations.make-pdf',
  'subscriptions.follow-at-gateway',
])

/** Jobs run in `runAll`, one at a time. A job that fails makes `runAll` fail. */
export class ManualQueue implements Queue {
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

/** Dependencies that the month does not share with the running product. */
export function simulatedDeps(running: Deps, clock: ManualClock, sent: SentMessage[]) {
  return {
    clock,
    sharedClock: undefined,
    queue: new ManualQueue(),
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
  // Not sent to the sandbox, which would report it to the running product before the payment is committed.
  refund: async ({ amountMinorUnit }) => ({
    gatewayRefundId: `rfnd_${randomBytes(7).toString('hex')}`,
    amountMinorUnit,
    status: 'processed',
  }),
})

const providerFor = ({ provider, keyring, db }: Deps, sent: SentMessage[]): MessagingProvider => ({
  ...provider,
  async send({ to, reference }) {
    // As it is stored: the month reports on its messages without callbacks.
    const wamid = (await providerIdsOf({ keyring }, db)).seal(`wamid.${randomBytes(20).toString('base64url')}`)
    sent.push({ wamid, reference, to })
    return { kind: 'accepted', wamid, isHeld: false }
  },
  // Also created in the sandbox, so that the template can be used after the month.
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

/** Mails about the past are not sent. */
const mailer: Mailer = { send: async () => {}, check: async () => {}, close: async () => {} }

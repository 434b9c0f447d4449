import { hash } from 'node:crypto'
import { PLATFORM } from '../../domain/ids.ts'
import { WEBHOOKS_PER_INSERT_MAX } from '../../domain/limits.ts'
import { Wakeups } from '../../platform/concurrency/wakeups.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { currentTrace } from '../../platform/tracing.ts'
import * as sql from './cross-vendor.sql.ts'

/** Wakes the workers when webhooks were stored. */
export const intakeWakeups = new Wakeups()

/** The field name under which bodies are encrypted. */
export const BODY = 'webhook.body'

type IntakeDeps = Pick<Deps, 'db' | 'keyring' | 'clock' | 'log'>

interface Waiting {
  event: sql.NewEvent
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Stores webhooks before they are answered. All waiting events are written by one INSERT, so that a burst costs a few
 * commits and not one each. `store` resolves when its event is durable. A copy of a stored event is ignored: the key is
 * the hash of the body, because the headers that name an event are not covered by its signature.
 */
export class Intake {
  private readonly deps: IntakeDeps
  private waiting: Waiting[] = []
  private isWriting = false

  constructor(deps: IntakeDeps) {
    this.deps = deps
  }

  /** With `isBulk`, the event is handled apart from the others, which do not wait behind it. */
  async store(source: sql.Source, body: Buffer, { isBulk = false } = {}): Promise<void> {
    try {
      const cipher = await this.deps.keyring.of(this.deps.db, PLATFORM)
      const event = {
        id: newId<'webhook'>(),
        source,
        isBulk,
        key: hash('sha256', body, 'buffer'),
        bodyCipher: cipher.sealBytes(BODY, body),
        traceparent: currentTrace() ?? null,
      }
      await new Promise<void>((resolve, reject) => {
        this.waiting.push({ event, resolve, reject })
        if (!this.isWriting) void this.write()
      })
    } catch (err) {
      this.deps.log.error({ event: 'webhook_intake.store_failed', source, err })
      throw new AppError('SERVICE_UNAVAILABLE', {
        detail: 'The webhook could not be stored. Send it again.',
        retryAfterSeconds: 1,
      })
    }
    crashPoint('webhook.stored')
  }

  private async write() {
    this.isWriting = true
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, WEBHOOKS_PER_INSERT_MAX)
      const events = batch.map(({ event }) => event)
      await sql.insertEvents(this.deps.db, events, this.deps.clock.now()).then(
        () => {
          for (const { resolve } of batch) resolve()
          intakeWakeups.wake()
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error)
        },
      )
    }
    this.isWriting = false
  }
}

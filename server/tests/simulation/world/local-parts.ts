import type { Clock } from '../../../src/platform/clock/clock.ts'
import type { Passwords } from '../../../src/platform/crypto/passwords.ts'
import type { Lock } from '../../../src/ports/lock.ts'
import type { Mail, Mailer } from '../../../src/ports/mailer.ts'
import type { RateLimiter } from '../../../src/ports/rate-limiter.ts'

/** A clock that stands still until the walk moves it. */
export class WalkClock implements Clock {
  private instant: Date
  constructor(start: Date) {
    this.instant = start
  }
  now = () => this.instant
  set(instant: Date) {
    this.instant = instant
  }
}

/** One process needs no more; locks never decide anything in the product. */
export function localLock(): Lock {
  const held = new Set<string>()
  return {
    async tryWith(name, _ttlSeconds, work) {
      if (held.has(name)) return { busy: true }
      held.add(name)
      try {
        return { busy: false, result: await work() }
      } finally {
        held.delete(name)
      }
    },
    close: async () => {},
  }
}

/** Windows run on real time, which a walk does not have. */
export const unlimited: RateLimiter = {
  take: async (_key, limit, _windowMs, wanted = 1) => ({ granted: wanted, remaining: limit, retryAfterMs: 0 }),
  close: async () => {},
}

/** Nobody signs in with a password in a walk, and to hash one takes as long as several steps. */
export const cheapPasswords: Passwords = {
  hash: async () => 'not a hash',
  hashWithSalt: async () => 'not a hash',
  verify: async () => false,
}

export interface Mailbox extends Mailer {
  readonly mails: Mail[]
}

export function localMailbox(): Mailbox {
  const mails: Mail[] = []
  return {
    mails,
    send: async (mail) => void mails.push(mail),
    check: async () => {},
    close: async () => {},
  }
}

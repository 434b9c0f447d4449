import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { sign } from '../http/signature.ts'
import {
  CALLBACK_ATTEMPTS_MAX,
  CALLBACK_FLUSH_MS,
  CALLBACK_STATUSES_MAX,
  WEBHOOK_RETRY_MS,
  WEBHOOK_RETRY_MS_MAX,
} from '../limits.ts'
import { deliver } from '../product/deliver.ts'
import type { Product } from '../product/product.ts'
import type { ProviderScript } from './script.ts'

const CALLBACK_PATH = '/webhook/meta'

export interface ProviderDependencies {
  config: Config
  clock: Clock
  product: Product
}

export interface Callbacks {
  /** Queues a status, to be sent in a batch soon after it is due. */
  status(status: object, delayMs: number): void
  /** Sends statuses immediately and waits until they are delivered. */
  statusNow(statuses: object[]): Promise<void>
  /** Sends a single change, such as an inbound message or a template event. */
  change(field: string, value: object): void
  /** The number of statuses not sent yet. */
  waiting(): number
  stop(): void
}

/**
 * The provider's webhooks: statuses in batches of up to a thousand, with bodies escaped and signed like those of the
 * real provider. Any response other than 200 is retried with exponential backoff.
 */
export function createCallbacks(
  { config, clock, product }: ProviderDependencies,
  script: () => ProviderScript,
): Callbacks {
  const stopped = new AbortController()
  setMaxListeners(0, stopped.signal)
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => {})
  let due: { at: number; status: object }[] = []
  const timer = setInterval(flush, CALLBACK_FLUSH_MS)
  timer.unref()

  function flush() {
    const now = performance.now()
    const ready = due.filter(({ at }) => at <= now)
    if (ready.length === 0) return
    due = due.filter(({ at }) => at > now)
    const ordered = script().reorderCallbacks ? shuffled(ready) : ready.sort((a, b) => a.at - b.at)
    for (let start = 0; start < ordered.length; start += CALLBACK_STATUSES_MAX)
      void sendChange(statusesOf(ordered.slice(start, start + CALLBACK_STATUSES_MAX).map(({ status }) => status)))
  }

  const statusesOf = (statuses: object[]) => ({ field: 'messages', value: { ...metadata(), statuses } })
  const metadata = () => ({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: config.provider.phoneNumberId },
  })

  async function sendChange(change: { field: string; value: object }) {
    const entry = {
      id: config.provider.wabaId,
      ...(change.field !== 'messages' && { time: seconds() }),
      changes: [change],
    }
    const body = escaped(JSON.stringify({ object: 'whatsapp_business_account', entry: [entry] }))
    const copies = Array.from({ length: 1 + script().duplicateCallbacks }, () => retryUntilDelivered(body))
    await Promise.all(copies)
  }

  const seconds = () => Math.floor(clock.now().getTime() / 1_000)

  async function retryUntilDelivered(body: string) {
    for (let attempt = 0; attempt < CALLBACK_ATTEMPTS_MAX && !stopped.signal.aborted; attempt++) {
      if (attempt > 0) await pause(Math.min(WEBHOOK_RETRY_MS * 2 ** (attempt - 1), WEBHOOK_RETRY_MS_MAX))
      if ((await post(body)) === 200) return
    }
  }

  const post = (body: string) =>
    deliver(
      product,
      CALLBACK_PATH,
      body,
      {
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': `sha256=${sign(config.provider.appSecret, body)}`,
      },
      stopped.signal,
    )

  return {
    status: (status, delayMs) => void due.push({ at: performance.now() + delayMs, status }),
    statusNow: (statuses) => sendChange(statusesOf(statuses)),
    change: (field, value) =>
      void sendChange({ field, value: field === 'messages' ? { ...metadata(), ...value } : value }),
    waiting: () => due.length,
    stop() {
      clearInterval(timer)
      stopped.abort()
    },
  }
}

/** Escapes non-ASCII characters as \u and slashes as \/. The signature covers the escaped bytes. */
const escaped = (json: string) =>
  json
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

function shuffled<T>(items: T[]): T[] {
  const mixed = [...items]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T]
  }
  return mixed
}

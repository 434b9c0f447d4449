import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBoundedLog } from '../bounded-log.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config.ts'
import { sign } from '../http/signature.ts'
import {
  GATEWAY_RECORDS_MAX,
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_LIFETIME_SECONDS,
  WEBHOOK_RETRY_MS,
  WEBHOOK_RETRY_MS_MAX,
  WEBHOOK_STATUSES_LOGGED_MAX,
} from '../limits.ts'
import { deliver } from '../product/deliver.ts'
import type { Product } from '../product/product.ts'
import { ACCOUNT_ID, newId } from './ids.ts'
import type { GatewayScript } from './script.ts'

const WEBHOOK_PATH = '/webhooks/razorpay'

export interface GatewayDependencies {
  config: Config
  clock: Clock
  product: Product
}

/** An event with a snapshot of its entities. */
export interface GatewayEvent {
  event: string
  entities: Record<string, object>
}

/** The delivery of one event. Every attempt has the same id and the same bytes. */
interface Delivery {
  eventId: string
  event: string
  at: string
  state: 'pending' | 'delivered' | 'dropped' | 'given up'
  attempts: number
  /** The last response status codes; 0 if there was no response. */
  answers: number[]
  body: string
}

export interface Webhooks {
  /** Sends the events of one action in order, without waiting for delivery. */
  send(events: GatewayEvent[]): void
  /** Sends an event again, like the gateway's dashboard. */
  redeliver(eventId: string): Delivery | undefined
  latest(count?: number): Delivery[]
  stop(): void
}

export function createWebhooks({ config, clock, product }: GatewayDependencies, script: () => GatewayScript): Webhooks {
  const log = createBoundedLog<Delivery>(GATEWAY_RECORDS_MAX)
  const stopped = new AbortController()
  // Every pending delivery listens for the abort signal.
  setMaxListeners(0, stopped.signal)

  function write({ event, entities }: GatewayEvent): Delivery {
    const now = clock.now()
    const body = JSON.stringify({
      entity: 'event',
      account_id: ACCOUNT_ID,
      event,
      contains: Object.keys(entities),
      payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
      created_at: Math.floor(now.getTime() / 1_000),
    })
    const isDropped = Math.random() < script().dropWebhooks
    const eventId = newId('evt').slice('evt_'.length)
    const state = isDropped ? 'dropped' : 'pending'
    return { eventId, event, at: now.toISOString(), state, attempts: 0, answers: [], body }
  }

  /** Any response other than 2xx within five seconds is a failure. */
  const post = ({ body, eventId }: Delivery) =>
    deliver(
      product,
      WEBHOOK_PATH,
      body,
      {
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-signature': sign(config.gateway.webhookSecret, body),
        'x-razorpay-event-id': eventId,
      },
      stopped.signal,
    )

  async function attempt(delivery: Delivery) {
    const copies = Array.from({ length: 1 + script().duplicateWebhooks }, () => post(delivery))
    const statuses = await Promise.all(copies)
    delivery.attempts++
    delivery.answers = [...delivery.answers, ...statuses].slice(-WEBHOOK_STATUSES_LOGGED_MAX)
    if (statuses.some((status) => status >= 200 && status < 300)) delivery.state = 'delivered'
  }

  /** Retries with exponential backoff until a day of product time has passed. */
  async function retryUntilDelivered(delivery: Delivery) {
    while (delivery.state === 'pending' && !stopped.signal.aborted) {
      const isOld = clock.now().getTime() - Date.parse(delivery.at) > WEBHOOK_LIFETIME_SECONDS * 1_000
      if (isOld || delivery.attempts >= WEBHOOK_ATTEMPTS_MAX) delivery.state = 'given up'
      else {
        await pause(Math.min(WEBHOOK_RETRY_MS * 2 ** (delivery.attempts - 1), WEBHOOK_RETRY_MS_MAX))
        if (!stopped.signal.aborted) await attempt(delivery)
      }
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => {})

  async function sendInOrder(deliveries: Delivery[]) {
    if (script().reorderWebhooks) await pause(Math.random() * WEBHOOK_RETRY_MS)
    for (const delivery of script().reorderWebhooks ? deliveries.toReversed() : deliveries) {
      if (stopped.signal.aborted) return
      await attempt(delivery)
      void retryUntilDelivered(delivery)
    }
  }

  return {
    send(events) {
      const deliveries = events.map(write)
      for (const delivery of deliveries) log.add(delivery)
      void sendInOrder(deliveries.filter(({ state }) => state === 'pending'))
    },
    redeliver(eventId) {
      const delivery = log.latest().findLast((known) => known.eventId === eventId)
      if (delivery) {
        delivery.state = 'pending'
        void sendInOrder([delivery])
      }
      return delivery
    },
    latest: (count) => log.latest(count),
    stop: () => stopped.abort(),
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { RATE_AHEAD_MINUTES_MAX, RATE_RETRY_SECONDS } from '../../domain/limits.ts'
import { isPlausible, RATE_SCALE, rateText, readRate } from '../../domain/money/exchange-rate.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Log } from '../../platform/log.ts'
import type { RatesFeed } from '../../ports/exchange-rates.ts'
import * as sql from './cross-vendor.sql.ts'

export type RateDeps = Pick<Deps, 'db' | 'lock' | 'rates' | 'config' | 'log'>

const LOCK_SECONDS = 15
const WAITS_MAX = 30
const WAIT_MS = 200

/** Fetches the feed when it is due. With `wait`, also waits for a refresh running in another process. */
export async function refreshRates(deps: RateDeps, now: Date, options: { wait?: boolean } = {}): Promise<void> {
  for (let waits = 0; waits < WAITS_MAX; waits++) {
    if ((await sql.nextFetch(deps.db)).at > now) return
    const { busy } = await deps.lock.tryWith('currency.refresh', LOCK_SECONDS, () => refreshIfDue(deps, now))
    if (!busy || !options.wait) return
    await sleep(WAIT_MS)
  }
}

async function refreshIfDue(deps: RateDeps, now: Date) {
  if ((await sql.nextFetch(deps.db)).at > now) return
  const feed = await deps.rates.fetch().catch((err: unknown) => {
    deps.log.warn({ event: 'rates.fetch_failed', err })
  })
  const isReadable = feed !== undefined && !isAhead(deps.log, feed, now)
  const pauseSeconds = isReadable ? deps.config.EXCHANGE_RATE_CACHE_TTL_SECONDS : RATE_RETRY_SECONDS
  await inTransaction(deps.db, async (tx) => {
    if (isReadable) await saveRates(tx, deps.log, feed, now)
    await sql.setNextLook(tx, new Date(now.getTime() + pauseSeconds * 1000))
  })
}

function isAhead(log: Log, feed: RatesFeed, now: Date) {
  const isAhead = feed.at.getTime() > now.getTime() + RATE_AHEAD_MINUTES_MAX * 60_000
  if (isAhead) log.warn({ event: 'rates.future_timestamp' })
  return isAhead
}

/**
 * A rate has the time of its feed. Rates that are older than the stored one, invalid or implausible are not used, but
 * what the feed offered is stored: a rate that an operator sets manually is compared with it.
 */
async function saveRates(tx: Tx, log: Log, feed: RatesFeed, now: Date) {
  const at = feed.at < now ? feed.at : now
  for (const current of await sql.lockRates(tx)) {
    const isNewOffer = current.offeredAt === null || current.offeredAt < at
    if (!isNewOffer && current.fetchedAt >= at) continue
    const text = current.currency === 'USD' ? rateText(RATE_SCALE) : feed.rates.get(current.currency)
    if (text === undefined) {
      log.warn({ event: 'rates.missing', currency: current.currency })
      continue
    }
    const rate = readRate(text)
    if (rate !== undefined && isNewOffer) await sql.saveOffer(tx, current.currency, rateText(rate), at)
    if (current.fetchedAt >= at) continue
    if (rate !== undefined && isPlausible(rate, rateOf(current))) {
      await sql.updateRate(tx, current.currency, rateText(rate), at)
      continue
    }
    // An operator should check it. Until then the previous rate is used, and none once that is too old.
    log.error({
      event: 'rates.refused',
      alert: true,
      currency: current.currency,
      known: current.rate,
      offered: text.slice(0, 40),
    })
  }
}

export function rateOf({ rate, currency }: { rate: string; currency: string }) {
  const read = readRate(rate)
  if (read === undefined) throw new Error(`the stored exchange rate of ${currency} is invalid`)
  return read
}

import { SUBSCRIPTION_STATUSES } from '../../domain/billing/subscription.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { inSnapshot } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalidField } from '../../platform/errors.ts'
import { graceOf } from '../subscriptions/lifecycle/save-subscription.ts'
import * as billing from './billing.cross-vendor.sql.ts'
import * as sql from './dashboard.cross-vendor.sql.ts'

const DAYS_DEFAULT = 30
const DAYS_MAX = 366

/** The platform's figures: the current state, and money over a period by day. */
export async function readDashboard(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  period: { from?: string | undefined; to?: string | undefined },
) {
  const now = deps.clock.now()
  const days = daysOf(period, now)
  const [byStatus, wallets, counts, daily, messaging] = await inSnapshot(deps.db, (db) =>
    Promise.all([
      billing.countByStatus(db, now, graceOf(deps)),
      sql.sumWallets(db),
      sql.countWaiting(db, days),
      sql.dailyMoney(db, days),
      sql.countMessaging(db, days),
    ]),
  )
  const sum = (pick: (day: (typeof daily)[number]) => bigint) =>
    toJsonInteger(daily.reduce((total, day) => total + pick(day), 0n))
  return {
    from: dayText(days.from),
    to: dayText(new Date(days.until.getTime() - DAY_MS)),
    vendors: {
      total: Number(counts.vendors),
      new: Number(counts.newVendors),
      suspended: Number(counts.suspended),
      closed: Number(counts.closed),
    },
    subscriptions: Object.fromEntries(SUBSCRIPTION_STATUSES.map((status) => [status, byStatus.get(status) ?? 0])),
    wallets: wallets.map((wallet) => ({
      currency: wallet.currency,
      wallets: Number(wallet.wallets),
      balanceMinorUnit: toJsonInteger(wallet.balance),
      bonusMinorUnit: toJsonInteger(wallet.bonus),
      reservedMinorUnit: toJsonInteger(wallet.reserved),
    })),
    revenue: {
      rechargeInrPaise: sum((day) => day.recharge),
      subscriptionInrPaise: sum((day) => day.subscription),
      setupInrPaise: sum((day) => day.setup),
      refundInrPaise: sum((day) => day.refund),
    },
    refunds: { requested: Number(counts.openRefunds), processing: Number(counts.processingRefunds) },
    messaging: {
      scheduledCampaigns: Number(messaging.scheduled),
      runningCampaigns: Number(messaging.running),
      pausedCampaigns: Number(messaging.paused),
      unclosedCampaigns: Number(messaging.unclosed),
      launchedCampaigns: Number(messaging.launched),
      recipients: Number(messaging.recipients),
      queuedMessages: Number(messaging.queued),
      sendingMessages: Number(messaging.sending),
      unknownMessages: Number(messaging.unknown),
    },
    deadLetters: Number(counts.deadJobs),
    flaggedWebhooks: Number(counts.flaggedWebhooks),
    unplacedPayments: Number(counts.unplacedPayments),
    daily: daily.map((day) => ({
      day: day.day,
      rechargeInrPaise: toJsonInteger(day.recharge),
      subscriptionInrPaise: toJsonInteger(day.subscription),
      setupInrPaise: toJsonInteger(day.setup),
      refundInrPaise: toJsonInteger(day.refund),
      newVendors: Number(day.vendors),
    })),
  }
}

/** The given days, or the last ones up to today. */
function daysOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): sql.Days {
  const last = new Date(`${to ?? dayText(now)}T00:00:00Z`)
  const first =
    from === undefined ? new Date(last.getTime() - (DAYS_DEFAULT - 1) * DAY_MS) : new Date(`${from}T00:00:00Z`)
  const count = (last.getTime() - first.getTime()) / DAY_MS + 1
  if (count < 1 || count > DAYS_MAX) throw invalidField('from', `must be 0 to ${DAYS_MAX - 1} days before the end date`)
  return { from: first, until: new Date(last.getTime() + DAY_MS) }
}

const dayText = (at: Date) => at.toISOString().slice(0, 10)

import { groupBy } from '../../domain/group-by.ts'
import { DASHBOARD_DAYS_DEFAULT, DASHBOARD_DAYS_MAX } from '../../domain/limits.ts'
import { dayAfter, daysBetween, localDay, startOfDay } from '../../domain/local-days.ts'
import { toJsonInteger } from '../../domain/money/money.ts'
import { RUNWAY_DAYS, walletRunway } from '../../domain/money/runway.ts'
import { inSnapshot } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalidField } from '../../platform/errors.ts'
import { dayOf } from '../../platform/http/day-or-instant.ts'
import { pageAfter } from '../../platform/http/pagination.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { countCampaigns, newestCampaignIds, readCampaign } from '../campaigns/reports/read-campaign.ts'
import { listImports } from '../imports/review/status.ts'
import { type DayFigures, dailyFigures } from '../messages/counts/daily-figures.ts'
import { timezoneOf } from '../vendors/members.ts'
import { readWallet, spendableBalance } from '../wallet/read.ts'
import type { DashboardQuery, DashboardView } from './schema.ts'

type DashboardDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>

const SHOWN_MAX = 5

/** Messages and spend of a vendor by day in its time zone, with its running campaigns and recent imports. */
export const readDashboard = (
  deps: DashboardDeps,
  who: VendorPrincipal,
  query: DashboardQuery,
): Promise<DashboardView> => inSnapshot(deps.db, (db) => readFromSnapshot({ ...deps, db }, who, query))

async function readFromSnapshot(
  deps: DashboardDeps,
  who: VendorPrincipal,
  query: DashboardQuery,
): Promise<DashboardView> {
  const { db } = deps
  const { vendorId } = who
  const timezone = await timezoneOf(db, vendorId)
  const today = localDay(deps.clock.now(), timezone)
  const { from, to } = resolvePeriod(query, today, timezone)
  const period = { from: startOfDay(from, timezone), until: startOfDay(dayAfter(to), timezone), timezone }
  const [rows, wallet, campaigns, running, recent, { rows: imports }] = await Promise.all([
    dailyFigures(db, vendorId, period),
    readWallet(db, vendorId),
    countCampaigns(db, vendorId),
    newestCampaignIds(db, vendorId, 'RUNNING', SHOWN_MAX),
    newestCampaignIds(db, vendorId, undefined, SHOWN_MAX),
    listImports(deps, who, {}, pageAfter(undefined, SHOWN_MAX)),
  ])
  const shown = new Set([...running, ...recent])
  const views = await Promise.all([...shown].map((id) => readCampaign(deps, vendorId, id)))
  const viewsOf = (ids: readonly string[]) => ids.flatMap((id) => views.find((view) => view.id === id) ?? [])
  const byDay = groupBy(rows, ({ day }) => day)
  const daily = daysBetween(from, to).map((day) => ({ day, ...sumOf(byDay.get(day) ?? []) }))
  return {
    from,
    to,
    timezone,
    currency: wallet.currency,
    totals: sumOf(rows),
    daily,
    countries: countriesOf(rows),
    spendByDayAndCountry: spendOf(rows),
    campaigns,
    wallet: {
      balanceMinorUnit: toJsonInteger(wallet.balance_minor_unit),
      reservedMinorUnit: toJsonInteger(wallet.reserved_minor_unit),
      runway: runwayOf(wallet, daily, today),
    },
    recentCampaigns: viewsOf(recent),
    running: viewsOf(running),
    recentImports: imports.map(({ jobId, fileName, status, createdAt, endedAt }) => ({
      jobId,
      fileName,
      status,
      createdAt,
      endedAt,
    })),
  }
}

function resolvePeriod({ from, to }: DashboardQuery, today: string, timezone: string) {
  const last = dayOf(to, timezone) ?? today
  const first = dayOf(from, timezone) ?? dayAfter(last, 1 - DASHBOARD_DAYS_DEFAULT)
  if (first <= last && first > dayAfter(last, -DASHBOARD_DAYS_MAX)) return { from: first, to: last }
  throw invalidField('from', `must be 0 to ${DASHBOARD_DAYS_MAX - 1} days before the end date`)
}

function runwayOf(
  wallet: Parameters<typeof spendableBalance>[0],
  daily: DashboardView['daily'],
  today: string,
): DashboardView['wallet']['runway'] {
  const lately = daily.filter(({ day }) => day > dayAfter(today, -RUNWAY_DAYS) && day <= today)
  if (lately.length < RUNWAY_DAYS) return null
  const runway = walletRunway(
    spendableBalance(wallet),
    lately.map(({ spentMinorUnit }) => BigInt(spentMinorUnit)),
  )
  return runway ? { dailyMinorUnit: toJsonInteger(runway.dailyMinorUnit), days: runway.days } : null
}

function sumOf(rows: readonly DayFigures[]) {
  const sum = (of: (row: DayFigures) => bigint) => rows.reduce((all, row) => all + of(row), 0n)
  const inStatus = (status: DayFigures['status']) => Number(sum((row) => (row.status === status ? row.count : 0n)))
  return {
    messages: Number(sum(({ count }) => count)),
    accepted: Number(sum(({ accepted }) => accepted)),
    delivered: inStatus('DELIVERED'),
    read: Number(sum(({ read }) => read)),
    failed: inStatus('FAILED'),
    spentMinorUnit: toJsonInteger(sum(({ spentMinorUnit }) => spentMinorUnit)),
  }
}

const countriesOf = (rows: readonly DayFigures[]) =>
  [...groupBy(rows, ({ countryCode }) => countryCode)]
    .map(([countryCode, own]) => ({ countryCode, ...sumOf(own) }))
    .sort((a, b) => b.messages - a.messages || (a.countryCode < b.countryCode ? -1 : 1))

const spendOf = (rows: readonly DayFigures[]) =>
  [...groupBy(rows, ({ day, countryCode }) => `${day} ${countryCode}`).values()]
    .flatMap((own) => {
      const [{ day, countryCode } = { day: '', countryCode: '' }] = own
      const { spentMinorUnit } = sumOf(own)
      return spentMinorUnit > 0 ? [{ day, countryCode, spentMinorUnit }] : []
    })
    .sort((a, b) => (`${a.day} ${a.countryCode}` < `${b.day} ${b.countryCode}` ? -1 : 1))

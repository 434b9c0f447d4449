import { expect } from 'vitest'
import { addMonths, nextAnniversary, type Period, unusedValue } from '../../../src/domain/billing/billing-cycle.ts'
import type { Grace } from '../../../src/domain/billing/grace-period.ts'
import { type StoredSubscription, servedUntil, stateAt } from '../../../src/domain/billing/subscription.ts'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import { seededRandom } from '../random/seeded-random.ts'

const DAY = 24 * HOUR_MS
const FROM = Date.UTC(2023, 11, 1)
const YEARS_MS = 6 * 365 * DAY

/** A month later, computed independently: the same day of the month, or the last one that exists. */
function monthsLater(from: Date, months: number): Date {
  const [date = '', time = ''] = from.toISOString().split('T')
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const index = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1]
  for (let d = day; ; d--) {
    const text = `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}T${time}`
    const at = new Date(text)
    if (at.toISOString() === text) return at
  }
}

/** The state computed by counting days from the first day of grace. */
function stateByCounting(subscription: StoredSubscription, now: Date, grace: Grace) {
  const { cancelledAt, trialUntil, cancelAtCycleEnd, cycleEnd, pastDueAt } = subscription
  if (cancelledAt && now >= cancelledAt) return { status: 'CANCELLED', graceDay: null, banner: 'none' }
  if (cancelAtCycleEnd && now >= cycleEnd) return { status: 'CANCELLED', graceDay: null, banner: 'none' }
  if (trialUntil) return { status: now >= trialUntil ? 'CANCELLED' : 'TRIAL', graceDay: null, banner: 'none' }
  const silent = new Date(cycleEnd.getTime() + 24 * HOUR_MS)
  const dayOne = pastDueAt && pastDueAt < silent ? pastDueAt : silent
  let graceDay = 0
  for (let start = dayOne.getTime(); start <= now.getTime(); start += 24 * HOUR_MS) graceDay++
  if (graceDay === 0) return { status: 'ACTIVE', graceDay: null, banner: 'none' }
  if (graceDay <= grace.windowDays) return { status: 'PAST_DUE', graceDay, banner: 'yellow' }
  if (graceDay <= grace.windowDays + grace.extensionDays) return { status: 'PAST_DUE', graceDay, banner: 'red' }
  return { status: 'FROZEN', graceDay, banner: 'frozen' }
}

/** Compares `count` random subscriptions at random instants and at the boundaries of their days. */
export function compareWithOracle(count: number, seed: number) {
  const { below, pick } = seededRandom(seed)
  const instant = () => new Date(FROM + below(YEARS_MS / 1000) * 1000 + below(1000))
  for (let i = 0; i < count; i++) {
    const cycleEnd = instant()
    const near = () => new Date(cycleEnd.getTime() + (below(60) - 30) * DAY + below(DAY))
    const subscription: StoredSubscription = {
      cycleEnd,
      pastDueAt: pick([null, near()]),
      cancelAtCycleEnd: below(5) === 0,
      cancelledAt: below(8) === 0 ? near() : null,
      trialUntil: below(8) === 0 ? near() : null,
    }
    const grace = pick([
      { windowDays: 4, extensionDays: 3 },
      { windowDays: 1 + below(6), extensionDays: below(5) },
    ])
    const dayOne = subscription.pastDueAt ?? new Date(cycleEnd.getTime() + DAY)
    const edge = new Date(dayOne.getTime() + below(10) * DAY + below(3) - 1)
    for (const now of [near(), edge]) {
      const description = JSON.stringify({ subscription, grace, now })
      const { status, graceDay, banner } = stateAt(subscription, now, grace)
      expect({ status, graceDay, banner }, description).toEqual(stateByCounting(subscription, now, grace))
      const isServed = status !== 'FROZEN' && status !== 'CANCELLED'
      expect(now < servedUntil(subscription, grace), description).toBe(isServed)
    }
    compareCycles(instant(), below, instant)
  }
}

function compareCycles(start: Date, below: (end: number) => number, instant: () => Date) {
  const months = below(40)
  expect(addMonths(start, months)).toEqual(monthsLater(start, months))
  const now = instant()
  let anniversary = 1
  while (monthsLater(start, anniversary) <= now) anniversary++
  expect(nextAnniversary(start, now)).toEqual(monthsLater(start, anniversary))
  const period: Period = { start, end: addMonths(start, 1 + below(12)) }
  const paid = BigInt(below(2 ** 30)) * 1_000n
  const at = new Date(start.getTime() + below(400) * DAY - 10 * DAY)
  const unused = unusedValue(paid, period, at)
  const length = BigInt(period.end.getTime() - period.start.getTime())
  const left = BigInt(Math.min(Number(length), Math.max(0, period.end.getTime() - at.getTime())))
  // The largest whole number of paise that does not exceed the exact part.
  expect(unused * length <= paid * left && (unused + 1n) * length > paid * left).toBe(true)
}

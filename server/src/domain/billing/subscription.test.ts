import { describe, expect, test } from 'vitest'
import { compareWithOracle } from '../../../tests/support/payments/billing-oracle.ts'
import { exampleCount } from '../../../tests/support/random/example-count.ts'
import { addMonths, cycleFrom, nextAnniversary, unusedValue } from './billing-cycle.ts'
import { nextStepAt, type StoredSubscription, servedUntil, stateAt, stepsDue } from './subscription.ts'

const GRACE = { windowDays: 4, extensionDays: 3 }
const at = (text: string) => new Date(text)
const subscription = (change: Partial<StoredSubscription> = {}): StoredSubscription => ({
  cycleEnd: at('2026-12-15T10:00:00Z'),
  pastDueAt: null,
  cancelAtCycleEnd: false,
  cancelledAt: null,
  trialUntil: null,
  ...change,
})

const SEED = 20_261_115
test(`days, banners, cycles and unused value agree with counting them (1,000 subscriptions, seed ${SEED})`, () => {
  compareWithOracle(exampleCount(1_000), SEED)
})

describe('the days of grace', () => {
  const late = subscription({ pastDueAt: at('2026-12-15T12:00:00Z') })
  test.each([
    ['2026-12-15T11:59:59.999Z', 'ACTIVE', null, 'none'],
    ['2026-12-15T12:00:00Z', 'PAST_DUE', 1, 'yellow'],
    ['2026-12-18T11:59:59.999Z', 'PAST_DUE', 3, 'yellow'],
    ['2026-12-18T12:00:00Z', 'PAST_DUE', 4, 'yellow'],
    ['2026-12-19T11:59:59.999Z', 'PAST_DUE', 4, 'yellow'],
    ['2026-12-19T12:00:00Z', 'PAST_DUE', 5, 'red'],
    ['2026-12-21T12:00:00Z', 'PAST_DUE', 7, 'red'],
    ['2026-12-22T11:59:59.999Z', 'PAST_DUE', 7, 'red'],
    ['2026-12-22T12:00:00Z', 'FROZEN', 8, 'frozen'],
    ['2027-03-01T00:00:00Z', 'FROZEN', 76, 'frozen'],
  ])('at %s: %s, day %s, %s', (now, status, graceDay, banner) => {
    expect(stateAt(late, at(now), GRACE)).toMatchObject({ status, graceDay, banner })
  })

  test('a cycle that ends without an event from the gateway starts Day 1 a day later', () => {
    expect(stateAt(subscription(), at('2026-12-16T09:59:59.999Z'), GRACE).status).toBe('ACTIVE')
    expect(stateAt(subscription(), at('2026-12-16T10:00:00Z'), GRACE)).toMatchObject({
      status: 'PAST_DUE',
      graceDay: 1,
    })
    expect(servedUntil(subscription(), GRACE)).toEqual(at('2026-12-23T10:00:00Z'))
  })

  test('an event that arrives after that does not postpone Day 1', () => {
    const failedEarlier = subscription({ pastDueAt: at('2026-12-20T00:00:00Z') })
    expect(stateAt(failedEarlier, at('2026-12-20T10:00:00Z'), GRACE).graceDay).toBe(5)
  })
})

describe('steps of the sweep', () => {
  const late = subscription({ pastDueAt: at('2026-12-15T12:00:00Z') })
  test.each([
    ['2026-12-15T12:00:00Z', ['DRAFT_INVOICE', 'TELL_FAILED'], '2026-12-18T12:00:00Z'],
    ['2026-12-18T12:00:00Z', ['DRAFT_INVOICE', 'REMIND_WINDOW'], '2026-12-19T12:00:00Z'],
    ['2026-12-20T00:00:00Z', ['DRAFT_INVOICE', 'REMIND_WINDOW', 'MARK_OVERDUE'], '2026-12-21T12:00:00Z'],
    ['2026-12-21T12:00:00Z', ['DRAFT_INVOICE', 'MARK_OVERDUE', 'REMIND_LAST_DAY'], '2026-12-22T12:00:00Z'],
    ['2027-01-20T00:00:00Z', ['DRAFT_INVOICE', 'MARK_OVERDUE', 'FREEZE'], null],
  ])('at %s: %j, and next at %s', (now, steps, next) => {
    expect(stepsDue(late, at(now), GRACE)).toEqual(steps)
    expect(nextStepAt(late, at(now), GRACE)).toEqual(next && at(next))
  })

  test('a trial ends at its instant and causes nothing before', () => {
    const trialUntil = at('2027-02-01T00:00:00Z')
    const trial = subscription({ trialUntil })
    const before = new Date(trialUntil.getTime() - 1)
    expect([stateAt(trial, before, GRACE).status, stateAt(trial, trialUntil, GRACE).status]).toEqual([
      'TRIAL',
      'CANCELLED',
    ])
    expect(stepsDue(trial, before, GRACE)).toEqual([])
    expect(stepsDue(trial, trialUntil, GRACE)).toEqual(['END'])
    expect(nextStepAt(trial, at('2026-11-01T00:00:00Z'), GRACE)).toEqual(trialUntil)
    expect(servedUntil(trial, GRACE)).toEqual(trialUntil)
  })

  test('a cancelled plan ends without reminders', () => {
    const leaving = subscription({ cancelAtCycleEnd: true })
    expect(nextStepAt(leaving, at('2026-12-01T00:00:00Z'), GRACE)).toEqual(leaving.cycleEnd)
    expect(stepsDue(leaving, at('2027-02-01T00:00:00Z'), GRACE)).toEqual(['END'])
  })
})

describe('cycles', () => {
  test.each([
    ['2026-01-31T18:30:00.123Z', 1, '2026-02-28T18:30:00.123Z'],
    ['2028-01-31T00:00:00Z', 1, '2028-02-29T00:00:00Z'],
    ['2028-02-29T23:59:59.999Z', 12, '2029-02-28T23:59:59.999Z'],
    ['2026-11-30T05:00:00Z', 3, '2027-02-28T05:00:00Z'],
    ['2026-12-15T00:00:00Z', 1, '2027-01-15T00:00:00Z'],
    ['2026-08-31T12:00:00Z', 13, '2027-09-30T12:00:00Z'],
  ])('%s and %i months: %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to))
  })

  test('the cap of a longer cycle restarts each month, clipped to its end, and never before the first', () => {
    const start = at('2026-01-31T06:00:00Z')
    expect(cycleFrom(start, 'QUARTERLY').end).toEqual(at('2026-04-30T06:00:00Z'))
    expect(nextAnniversary(start, at('2026-01-20T00:00:00Z'))).toEqual(at('2026-02-28T06:00:00Z'))
    expect(nextAnniversary(start, at('2026-02-28T05:59:59.999Z'))).toEqual(at('2026-02-28T06:00:00Z'))
    expect(nextAnniversary(start, at('2026-02-28T06:00:00Z'))).toEqual(at('2026-03-31T06:00:00Z'))
  })

  test('the unused value is the share of the remaining time, rounded down', () => {
    const june = cycleFrom(at('2026-06-01T00:00:00Z'), 'MONTHLY')
    expect(unusedValue(249_900n, june, at('2026-06-11T00:00:00Z'))).toBe(166_600n)
    expect(unusedValue(100n, june, at('2026-06-11T00:00:00.001Z'))).toBe(66n)
    expect(unusedValue(249_900n, june, at('2026-05-20T00:00:00Z'))).toBe(249_900n)
    expect(unusedValue(249_900n, june, at('2026-07-20T00:00:00Z'))).toBe(0n)
  })
})

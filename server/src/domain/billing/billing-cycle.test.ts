import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMonths,
  CYCLES,
  cycleFrom,
  cycleOf,
  inSeconds,
  lastAnniversary,
  nextAnniversary,
  unusedValue,
} from './billing-cycle.ts'

const at = (text: string) => new Date(text)
const instant = fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2032-12-31T00:00:00Z'), noInvalidDate: true })

test('a cycle has one, three or twelve months', () => {
  const ends = CYCLES.map((cycle) => cycleFrom(at('2026-01-31T06:00:00Z'), cycle).end.toISOString())
  expect(ends).toEqual(['2026-02-28T06:00:00.000Z', '2026-04-30T06:00:00.000Z', '2027-01-31T06:00:00.000Z'])
})

test('the length of a cycle is known from its period, whenever it began', () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...CYCLES), (start, cycle) => {
      expect(cycleOf(cycleFrom(start, cycle))).toBe(cycle)
    }),
  )
})

test('every instant is between two monthly anniversaries; the earlier one belongs to it', () => {
  fc.assert(
    fc.property(instant, instant, (start, now) => {
      const [last, next] = [lastAnniversary(start, now), nextAnniversary(start, now)]
      if (now < start) expect([last, next]).toEqual([start, addMonths(start, 1)])
      else expect(last <= now && now < next).toBe(true)
      expect(next > start).toBe(true)
    }),
  )
  const start = at('2026-01-31T06:00:00Z')
  expect(lastAnniversary(start, at('2026-03-31T05:59:59.999Z'))).toEqual(at('2026-02-28T06:00:00Z'))
  expect(lastAnniversary(start, at('2026-03-31T06:00:00Z'))).toEqual(at('2026-03-31T06:00:00Z'))
})

test('cycles begin on whole seconds, never later than the payment', () => {
  expect(inSeconds(at('2026-01-31T06:00:00.999Z'))).toEqual(at('2026-01-31T06:00:00Z'))
  expect(inSeconds(at('2026-01-31T06:00:01.000Z'))).toEqual(at('2026-01-31T06:00:01Z'))
})

test('the whole price is unused at the beginning of a cycle, and none of it at its end', () => {
  const june = cycleFrom(at('2026-06-01T00:00:00Z'), 'MONTHLY')
  expect(unusedValue(999n, june, june.start)).toBe(999n)
  expect(unusedValue(999n, june, june.end)).toBe(0n)
})

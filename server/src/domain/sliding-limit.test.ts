import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from './durations.ts'
import { secondsUntilAllowed } from './sliding-limit.ts'

const NOW = new Date('2026-11-18T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

describe('a limit per period', () => {
  test('allows as many as the limit, and one more when the oldest of them is a whole period old', () => {
    expect(secondsUntilAllowed([], 2, HOUR_MS, NOW)).toBe(0)
    expect(secondsUntilAllowed([ago(10)], 2, HOUR_MS, NOW)).toBe(0)
    expect(secondsUntilAllowed([ago(10), ago(600)], 2, HOUR_MS, NOW)).toBe(3_000)
    expect(secondsUntilAllowed([ago(600), ago(10), ago(20)], 2, HOUR_MS, NOW)).toBe(3_580)
    expect(secondsUntilAllowed([ago(10), ago(3_600)], 2, HOUR_MS, NOW)).toBe(0)
    expect(secondsUntilAllowed([ago(10), new Date(NOW.getTime() - HOUR_MS + 1)], 2, HOUR_MS, NOW)).toBe(1)
  })

  test('never allows more in any period, and waiting as long as it says is enough', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 40 })
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 5 }), (seconds, max) => {
        const times: Date[] = []
        let now = NOW.getTime()
        for (const pause of seconds) {
          now += pause * 1000
          const wait = secondsUntilAllowed(times, max, HOUR_MS, new Date(now))
          expect(secondsUntilAllowed(times, max, HOUR_MS, new Date(now + wait * 1000))).toBe(0)
          if (wait === 0) times.push(new Date(now))
        }
        for (const start of times) {
          const inPeriod = times.filter((time) => time >= start && time.getTime() < start.getTime() + HOUR_MS)
          expect(inPeriod.length).toBeLessThanOrEqual(max)
        }
      }),
    )
  })
})

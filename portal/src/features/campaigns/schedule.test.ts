import { describe, expect, test } from 'vitest'
import { instantOf, scheduleProblem, wallTime } from './schedule.ts'

describe("a time on the vendor's clock", () => {
  test.each([
    ['Asia/Kolkata', '2026-11-20T09:30', '2026-11-20T04:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01T00:15', '2026-06-30T22:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20T09:30', '2026-11-19T19:30:00.000Z'],
    // Clocks are put back at three: half past two is there twice, and the first is meant.
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    // They are put forward at two: half past two is not there.
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ])('in %s, %s, is one instant', (timeZone, wall, instant) => {
    expect(instantOf(wall, timeZone)?.toISOString()).toBe(instant)
  })

  test('is read as it was written', () => {
    const at = new Date('2026-11-20T04:00:00Z')
    expect(wallTime(at, 'Asia/Kolkata')).toBe('2026-11-20T09:30')
    expect(wallTime(new Date('2026-11-19T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-11-20T00:00')
  })

  test.each([
    ['', 'Please choose a day and a time.'],
    ['2026-13-01T10:00', 'Please choose a day and a time.'],
    ['2026-11-15T15:34', 'Please choose a time at least 5 minutes from now.'],
    ['2026-11-15T15:35', undefined],
    ['2027-02-13T15:30', undefined],
    ['2027-02-13T15:31', 'Please choose a day within the next 90.'],
  ])('%s: %s', (wall, problem) => {
    expect(scheduleProblem(wall, 'Asia/Kolkata', new Date('2026-11-15T10:00:00Z'))).toBe(problem)
  })
})

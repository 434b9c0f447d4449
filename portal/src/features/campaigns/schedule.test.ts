import { describe, expect, test } from 'vitest'
import { instantOf, localTime, scheduleProblem } from './schedule.ts'

describe("a wall-clock time in the vendor's time zone", () => {
  test.each([
    ['Asia/Kolkata', '2026-11-20T09:30', '2026-11-20T04:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01T00:15', '2026-06-30T22:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20T09:30', '2026-11-19T19:30:00.000Z'],
    // Clocks are set back at 3:00, so 2:30 occurs twice; the first is used.
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    // Clocks are set forward at 2:00, so 2:30 does not exist.
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ])('in %s, %s, is one instant', (timeZone, wall, instant) => {
    expect(instantOf(wall, timeZone)?.toISOString()).toBe(instant)
  })

  test('round-trips through an instant', () => {
    const at = new Date('2026-11-20T04:00:00Z')
    expect(localTime(at, 'Asia/Kolkata')).toBe('2026-11-20T09:30')
    expect(localTime(new Date('2026-11-19T18:30:00Z'), 'Asia/Kolkata')).toBe('2026-11-20T00:00')
  })

  test.each([
    ['', 'Enter a date and a time.'],
    ['2026-13-01T10:00', 'Enter a date and a time.'],
    ['2026-11-15T15:34', 'Choose a time at least 5 minutes from now.'],
    ['2026-11-15T15:35', undefined],
    ['2027-02-13T15:30', undefined],
    ['2027-02-13T15:31', 'Choose a date within the next 90 days.'],
  ])('%s: %s', (wall, problem) => {
    expect(scheduleProblem(wall, 'Asia/Kolkata', new Date('2026-11-15T10:00:00Z'))).toBe(problem)
  })
})

import { expect, test } from 'vitest'
import { timelineStep } from './timeline.ts'

const START = Date.parse('2026-11-15T10:00:00Z')
const step = (seconds: number) => timelineStep(new Date(START), new Date(START + seconds * 1_000))

test.each([
  [0, 1],
  [60, 1],
  [61, 2],
  [3_600, 60],
  [86_400, 1_800],
  [86_400 * 60, 86_400],
])('a period of %i seconds is shown in steps of %i seconds', (seconds, length) => expect(step(seconds)).toBe(length))

test('a period longer than any natural step allows is shown in sixty points', () => {
  const year = 365 * 86_400
  expect(Math.ceil(year / step(year))).toBe(60)
})

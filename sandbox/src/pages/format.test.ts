import { expect, test } from 'vitest'
import { duration, pluralize, timeAgo } from './format.ts'

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [3_600, '1 h ago'],
  [86_400, '1 day ago'],
  [400 * 86_400, '400 days ago'],
  [-5, 'just now'],
])('a mail of %i seconds ago came %s', (seconds, words) => {
  expect(timeAgo(new Date(0), new Date(seconds * 1_000))).toBe(words)
})

test.each([
  [1, '1 second'],
  [3_600, '1 hour'],
  [93_784, '1 day 2 hours'],
  [86_460, '1 day 1 minute'],
])('a span of %i seconds is %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})

test('large numbers are grouped', () => {
  expect(pluralize(10_000, 'mail')).toBe('10,000 mails')
})

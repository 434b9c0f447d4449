import { expect, test } from 'vitest'
import type { Campaign } from '../queries.ts'
import { bySuggestion } from './failure-groups.ts'

const failure = (errorCode: string, suggestion: string, count: number) =>
  ({ errorCode, suggestion, count }) as Campaign['failures'][number]

test('failures are grouped by their cure, the largest group first', () => {
  const groups = bySuggestion([
    failure('131026', 'Check these numbers.', 4),
    failure('131000', 'Retry these recipients.', 3),
    failure('2', 'Retry these recipients.', 2),
  ])
  expect(groups.map(({ suggestion, count }) => [suggestion, count])).toEqual([
    ['Retry these recipients.', 5],
    ['Check these numbers.', 4],
  ])
  expect(groups[0]?.failures.map(({ errorCode }) => errorCode)).toEqual(['131000', '2'])
})

import { expect, test } from 'vitest'
import { majorityOf } from './majority.ts'

test.each([
  [{ IN: 3, US: 2 }, 'IN'],
  [{ IN: 2, US: 2 }, null],
  [{ IN: 2, US: 1, DE: 1 }, null],
  [{ '001': 3, IN: 1 }, null],
  [{ IN: 1 }, 'IN'],
  [{}, null],
])('of the votes %j the majority is %s', (votes: Record<string, number>, country) => {
  expect(majorityOf(votes)).toBe(country)
})

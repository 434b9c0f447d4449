import { expect, test } from 'vitest'
import { listPollInterval } from './queries.ts'

test('the list of campaigns is read often only while one of them is running', () => {
  const idle = [{ status: 'COMPLETED' }, { status: 'SCHEDULED' }, { status: 'PAUSED' }] as const
  expect(listPollInterval([])).toBe(30_000)
  expect(listPollInterval(idle)).toBe(30_000)
  expect(listPollInterval([...idle, { status: 'RUNNING' }])).toBe(5_000)
})

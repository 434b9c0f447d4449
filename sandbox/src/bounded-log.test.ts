import { expect, test } from 'vitest'
import { createBoundedLog } from './bounded-log.ts'

test('the log keeps the newest items, oldest first, however many were added', () => {
  const log = createBoundedLog<number>(16)
  for (let item = 1; item <= 1_000; item += 1) {
    log.add(item)
    expect(log.latest().at(-1)).toBe(item)
    expect(log.latest().length).toBe(Math.min(item, 16))
    expect(log.latest(500)).toEqual(log.latest())
  }
  expect(log.latest(3)).toEqual([998, 999, 1_000])
})

test('dropped items are released', () => {
  const log = createBoundedLog<number[]>(16)
  const before = process.memoryUsage().heapUsed
  for (let item = 0; item < 200_000; item += 1) log.add(new Array(128).fill(item))
  // Held, these would be 200 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
  expect(log.latest()).toHaveLength(16)
})

import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachConcurrent } from './for-each-concurrent.ts'

const ITEMS = Array.from({ length: 20 }, (_, i) => i)

test('every item is worked on once, in order, and no more at a time than allowed', async () => {
  const begun: number[] = []
  let atWork = 0
  let mostAtWork = 0
  await forEachConcurrent(ITEMS, 3, async (item) => {
    begun.push(item)
    mostAtWork = Math.max(mostAtWork, ++atWork)
    for (let turns = item % 4; turns >= 0; turns--) await setImmediate()
    atWork--
  })
  expect(begun).toEqual(ITEMS)
  expect([mostAtWork, atWork]).toEqual([3, 0])
})

test('an error is thrown once those under way have ended, and nothing is begun after it', async () => {
  const ended: number[] = []
  const lost = new Error('lost')
  const working = forEachConcurrent(ITEMS, 2, async (item) => {
    if (item === 4) throw lost
    for (let turns = 0; turns < 3; turns++) await setImmediate()
    ended.push(item)
  })
  await expect(working).rejects.toBe(lost)
  expect(ended.at(-1)).toBeLessThanOrEqual(5)
  const then = [...ended]
  for (let turns = 0; turns < 10; turns++) await setImmediate()
  expect(ended).toEqual(then)
})

test('of nothing there is nothing to do', async () => {
  await forEachConcurrent([], 2, () => Promise.reject(new Error('nobody asked')))
})

import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

/** Yields numbers and records how many were taken and whether it was closed. */
function source(count: number, error?: Error) {
  const seen = { made: 0, isClosed: false }
  async function* numbers() {
    try {
      while (seen.made < count) yield seen.made++
      if (error) throw error
    } finally {
      seen.isClosed = true
    }
  }
  return { seen, numbers: numbers() }
}

test('gives the same items in the same order', async () => {
  const items: number[] = []
  for await (const item of readAhead(source(5).numbers)) items.push(item)
  expect(items).toEqual([0, 1, 2, 3, 4])
})

test('the next item is made while one is worked on, and no more than the next', async () => {
  const { seen, numbers } = source(5)
  for await (const item of readAhead(numbers)) {
    await turn()
    expect(seen.made).toBe(Math.min(5, item + 2))
  }
})

test('what was made before an error is given first', async () => {
  const items: number[] = []
  const reading = (async () => {
    for await (const item of readAhead(source(2, new Error('torn')).numbers)) {
      await turn()
      items.push(item)
    }
  })()
  await expect(reading).rejects.toThrow('torn')
  expect(items).toEqual([0, 1])
})

test('leaving the loop closes the source, and an error that was not read is ignored', async () => {
  const { seen, numbers } = source(1, new Error('torn'))
  for await (const _ of readAhead(numbers)) break
  await turn()
  expect(seen.isClosed).toBe(true)
})

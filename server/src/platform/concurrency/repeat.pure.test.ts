import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../domain/durations.ts'
import type { Log } from '../log.ts'
import { type Repeating, repeat } from './repeat.ts'

const LONG_MS = HOUR_MS
const log = { warn: () => {} } as Partial<Log> as Log
let running: Repeating | undefined
afterEach(() => running?.stop())

const repeating = (step: () => Promise<number>) => {
  const counted = vi.fn(step)
  running = repeat(log, 'test', counted)
  return { running, steps: () => counted.mock.calls.length }
}

test('waking ends the pause', async () => {
  const { running, steps } = repeating(async () => LONG_MS)
  for (let times = 1; times <= 3; times++) {
    await vi.waitFor(() => expect(steps()).toBe(times))
    await turn()
    running.wake()
  }
})

test('waking while a step is under way leaves out the pause behind it', async () => {
  let isWoken = false
  const { running, steps } = repeating(async () => {
    if (!isWoken) {
      isWoken = true
      await turn()
      running.wake()
    }
    return LONG_MS
  })
  await vi.waitFor(() => expect(steps()).toBe(2))
})

test('many who wake it together cost one step', async () => {
  const { running, steps } = repeating(async () => LONG_MS)
  await turn()
  for (let i = 0; i < 100; i++) running.wake()
  await vi.waitFor(() => expect(steps()).toBe(2))
  await turn()
  expect(steps()).toBe(2)
})

test('a step that throws is tried again, also when woken', async () => {
  const { running, steps } = repeating(async () => {
    throw new Error('not now')
  })
  await turn()
  running.wake()
  await vi.waitFor(() => expect(steps()).toBeGreaterThan(1))
})

test('stopping ends a pause, however long', async () => {
  const { running } = repeating(async () => LONG_MS)
  await turn()
  await running.stop()
})

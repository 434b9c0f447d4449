import { expect, test } from 'vitest'
import { sendThroughRestarts } from '../support/messaging/dispatch-restarts.ts'

test('50 rolling restarts of four senders: no message is unknown, and never more than the rate in any second', async () => {
  const rate = 40
  const { unknown, mostInASecond } = await sendThroughRestarts({ recipients: 5_000, rate, restarts: 50, workers: 4 })
  expect(unknown).toBe(0)
  expect(mostInASecond).toBeLessThanOrEqual(rate)
}, 1_800_000)

test('10,000 messages by four senders: never more than the rate in any second', async () => {
  const rate = 200
  const { mostInASecond } = await sendThroughRestarts({ recipients: 10_000, rate, restarts: 0, workers: 4 })
  expect(mostInASecond).toBeLessThanOrEqual(rate)
}, 1_800_000)

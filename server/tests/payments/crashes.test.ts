import { beforeAll, describe, test } from 'vitest'
import {
  type CrashDesk,
  expectOneCreditAfterCrash,
  openCrashDesk,
  PAYMENT_POINTS,
} from '../support/payments/payment-crash.ts'

const ROUNDS = 2
const WITHIN_MS = 180_000

/** The long run goes through all points ten times, with Redis too. */
describe('a process that is killed while it takes a payment', () => {
  let desk: CrashDesk
  beforeAll(async () => {
    desk = await openCrashDesk('PostgreSQL')
  })

  test.each(PAYMENT_POINTS)(
    `${ROUNDS} times at %s: delivered once more, each payment is credited once`,
    async (point) => {
      for (let round = 0; round < ROUNDS; round++) await expectOneCreditAfterCrash(desk, point)
    },
    WITHIN_MS,
  )
})

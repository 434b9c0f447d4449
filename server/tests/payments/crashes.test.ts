import { beforeAll, describe, test } from 'vitest'
import {
  expectOneCreditAfterCrash,
  PAYMENT_POINTS,
  type PaymentCrashFixture,
  startPaymentCrashFixture,
} from '../support/payments/payment-crash.ts'

const ROUNDS = 2
const WITHIN_MS = 180_000

/** The long run goes through all points ten times, with Redis too. */
describe('a process that is killed while it takes a payment', () => {
  let fixture: PaymentCrashFixture
  beforeAll(async () => {
    fixture = await startPaymentCrashFixture('PostgreSQL')
  })

  test.each(PAYMENT_POINTS)(
    `${ROUNDS} times at %s: delivered once more, each payment is credited once`,
    async (point) => {
      for (let round = 0; round < ROUNDS; round++) await expectOneCreditAfterCrash(fixture, point)
    },
    WITHIN_MS,
  )
})

import { beforeAll, describe, test } from 'vitest'
import {
  expectOneCreditAfterCrash,
  PAYMENT_POINTS,
  type PaymentCrashFixture,
  startPaymentCrashFixture,
} from '../support/payments/payment-crash.ts'
import { ENGINES, has } from '../support/payments/payment-processes.ts'

const ROUNDS = 10

describe.each(ENGINES.filter(has))('with locks and queue on %s', (engine) => {
  let fixture: PaymentCrashFixture
  beforeAll(async () => {
    fixture = await startPaymentCrashFixture(engine)
  })

  test.each(PAYMENT_POINTS)(`killed ${ROUNDS} times at %s: each payment is credited once`, async (point) => {
    for (let round = 0; round < ROUNDS; round++) await expectOneCreditAfterCrash(fixture, point)
  })
})

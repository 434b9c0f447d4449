import { beforeAll, describe, test } from 'vitest'
import {
  type CrashDesk,
  expectOneCreditAfterCrash,
  openCrashDesk,
  PAYMENT_POINTS,
} from '../support/payments/payment-crash.ts'
import { ENGINES, has } from '../support/payments/payment-processes.ts'

const ROUNDS = 10

describe.each(ENGINES.filter(has))('with locks and queue on %s', (engine) => {
  let desk: CrashDesk
  beforeAll(async () => {
    desk = await openCrashDesk(engine)
  })

  test.each(PAYMENT_POINTS)(`killed ${ROUNDS} times at %s: each payment is credited once`, async (point) => {
    for (let round = 0; round < ROUNDS; round++) await expectOneCreditAfterCrash(desk, point)
  })
})

import { beforeAll, describe, test } from 'vitest'
import { type CrashDesk, expectOneCreditAfterCrash, openCrashDesk, PAYMENT_POINTS } from '../support/payment-crash.ts'

/** The long run goes through all points ten times, with Redis too. */
describe('a process that is killed while it takes a payment', () => {
  let desk: CrashDesk
  beforeAll(async () => {
    desk = await openCrashDesk('PostgreSQL')
  })

  test.each(PAYMENT_POINTS)('at %s: delivered once more, the payment is credited once', (point) =>
    expectOneCreditAfterCrash(desk, point),
  )
})

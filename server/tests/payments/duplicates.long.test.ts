import { describe, test } from 'vitest'
import { expectOneCreditEach } from '../support/payments/duplicate-payments.ts'
import { ENGINES, has } from '../support/payments/payment-processes.ts'

/** With every commit: 5 payments. */
const PAYMENTS = 50
const COPIES = 500

describe.each(ENGINES.filter(has))('with locks and queue on %s', (engine) => {
  test(`${COPIES} copies of each of ${PAYMENTS} payments at once, over two processes: one credit, invoice and mail each`, () =>
    expectOneCreditEach(engine, { payments: PAYMENTS, copies: COPIES }))
})

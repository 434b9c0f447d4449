import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { nobodyOutside } from '../processes/process.ts'
import { captured, orderPaid, paymentEntity } from './gateway-events.ts'
import { startPaymentFixture } from './payment-fixture.ts'
import { deliverTo, type Engine, settingsFor, startBeside } from './payment-processes.ts'
import { deliver } from './payments.ts'

/** Different events about one payment: other kinds, event ids and instants. */
const EVENTS_PER_PAYMENT = 10

/**
 * Delivers each payment `copies` times concurrently to two processes, in different events. All must be answered with
 * 200, and each payment must give one credit, one invoice and one mail.
 */
export async function expectOneCreditEach(engine: Engine, { payments, copies }: { payments: number; copies: number }) {
  const env = await settingsFor(engine)
  const fixture = await startPaymentFixture({ env })
  const second = await startBeside(fixture, { ...env, ...nobodyOutside(fixture.product) })
  const { db } = fixture.product.deps
  for (let i = 0; i < payments; i++) {
    const payment = paymentEntity(await fixture.order(10_000 + i))
    const events = Array.from({ length: EVENTS_PER_PAYMENT }, (_, n) =>
      n % 2 === 0 ? captured(payment) : orderPaid(payment),
    )
    const statuses = await Promise.all(
      Array.from({ length: copies }, async (_, n) => {
        const event = events[n % EVENTS_PER_PAYMENT]
        return n % 3 === 0 ? deliverTo(second, event) : (await deliver(fixture.product, event)).status
      }),
    )
    expect(statuses).toEqual(Array(copies).fill(200))
  }
  await fixture.allProcessed()
  const sum = Array.from({ length: payments }, (_, i) => 10_000n + BigInt(i)).reduce((total, one) => total + one, 0n)
  expect(await fixture.balanceOf(), `balance of vendor ${fixture.vendor.vendorId}`).toBe(sum)
  const rows = (table: 'wallet_transaction' | 'invoice' | 'notification') => db.selectFrom(table).select('id').execute()
  for (const table of ['wallet_transaction', 'invoice', 'notification'] as const)
    expect(await rows(table), table).toHaveLength(payments)
  const flagged = (await fixture.inbox()).filter(({ status }) => status !== 'DONE')
  expect(flagged).toEqual([])
  const mails = () =>
    fixture.product.mailbox.to(fixture.vendor.email).filter(({ subject }) => subject.includes('wallet'))
  await eventually(async () => {
    expect(await db.selectFrom('outbox_event').select('id').execute()).toEqual([])
    expect(mails()).toHaveLength(payments)
  }, 60_000)
}

import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { nobodyOutside } from '../processes/process.ts'
import { captured, orderPaid, paymentEntity } from './gateway-events.ts'
import { openDesk } from './payment-desk.ts'
import { deliverTo, type Engine, settingsFor, startBeside } from './payment-processes.ts'
import { deliver } from './payments.ts'

/** The same payment told this often in other words: other events, other event ids, other instants. */
const TELLINGS = 10

/**
 * Each payment is told `copies` times at the same moment to two processes, in a few different events. All are answered
 * with 200, and in the end there is one credit, one invoice and one mail a payment.
 */
export async function expectOneCreditEach(engine: Engine, { payments, copies }: { payments: number; copies: number }) {
  const env = await settingsFor(engine)
  const desk = await openDesk({ env })
  const second = await startBeside(desk, { ...env, ...nobodyOutside(desk.product) })
  const { db } = desk.product.deps
  for (let i = 0; i < payments; i++) {
    const payment = paymentEntity(await desk.order(10_000 + i))
    const events = Array.from({ length: TELLINGS }, (_, n) => (n % 2 === 0 ? captured(payment) : orderPaid(payment)))
    const statuses = await Promise.all(
      Array.from({ length: copies }, async (_, n) => {
        const event = events[n % TELLINGS]
        return n % 3 === 0 ? deliverTo(second, event) : (await deliver(desk.product, event)).status
      }),
    )
    expect(statuses).toEqual(Array(copies).fill(200))
  }
  await desk.allProcessed()
  const sum = Array.from({ length: payments }, (_, i) => 10_000n + BigInt(i)).reduce((total, one) => total + one, 0n)
  expect(await desk.balanceOf(), `balance of vendor ${desk.vendor.vendorId}`).toBe(sum)
  const rows = (table: 'wallet_transaction' | 'invoice' | 'notification') => db.selectFrom(table).select('id').execute()
  for (const table of ['wallet_transaction', 'invoice', 'notification'] as const)
    expect(await rows(table), table).toHaveLength(payments)
  const flagged = (await desk.inbox()).filter(({ status }) => status !== 'DONE')
  expect(flagged).toEqual([])
  const mails = () => desk.product.mailbox.to(desk.vendor.email).filter(({ subject }) => subject.includes('wallet'))
  await eventually(async () => {
    expect(await db.selectFrom('outbox_event').select('id').execute()).toEqual([])
    expect(mails()).toHaveLength(payments)
  }, 60_000)
}

import { expect, test } from 'vitest'
import { issueWithKills } from '../../../tests/support/money/invoice-kills.ts'
import { bareVendor, expectWholeSeries, issue } from '../../../tests/support/money/invoices.ts'
import { startProduct } from '../../../tests/support/product.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { issueInvoice } from './issue.ts'

/** The long test issues 1,000 and kills 50. */
const ISSUES = 100
const KILLS = 5
const SEED = 4_611

test(`${ISSUES} concurrent issues, 30% rolled back and ${KILLS} connections killed (seed ${SEED}): the numbers run 1..n`, async () => {
  const product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  const vendors = [await bareVendor(product), await bareVendor(product)]
  await issueWithKills(product, vendors, { issues: ISSUES, kills: KILLS, seed: SEED })
})

test('a new year by the date in India begins a new series at 1, and the old one is unchanged', async () => {
  const product = await startProduct({ without: ['WORKER'] })
  const vendor = await bareVendor(product)
  const now = product.deps.clock.now()
  const year = new Date(now.getTime() + 5.5 * HOUR_MS).getUTCFullYear()
  const newYear = Date.parse(`${year + 1}-01-01T00:00:00+05:30`)
  expect((await issue(product, vendor)).invoiceNumber).toBe(`HRK-${year}-00001`)
  await product.advance(Math.floor((newYear - now.getTime()) / 1000) - 120)
  expect((await issue(product, vendor)).invoiceNumber).toBe(`HRK-${year}-00002`)
  await product.advance(180)
  expect((await issue(product, vendor)).invoiceNumber).toBe(`HRK-${year + 1}-00001`)
  expect(await expectWholeSeries(product)).toEqual({ [`HRK-${year}`]: 2, [`HRK-${year + 1}`]: 1 })
})

test('an exhausted series issues nothing, and the error says what to do', async () => {
  const product = await startProduct({ without: ['WORKER'], env: { INVOICE_PREFIX: 'HARKR' } })
  const vendor = await bareVendor(product)
  const bill = { type: 'SETUP', baseMinorUnit: 1_000n, currency: 'INR', description: 'Setup' } as const
  // Rolled back as a whole, because a series that begins at 99,998 has a gap.
  const filled = inTransaction(product.deps.db, async (tx) => {
    const now = product.deps.clock.now()
    const issueIn = (gatewayPaymentId: string) =>
      issueInvoice(tx, product.deps, vendor.vendorId, { ...bill, gatewayPaymentId }, now)
    await issueIn('pay_1')
    await tx.updateTable('number_series').set({ last_number: 99_998n }).execute()
    expect((await issueIn('pay_2')).invoiceNumber).toMatch(/^HARKR-\d{4}-99999$/)
    await issueIn('pay_3')
  })
  await expect(filled).rejects.toThrow(/is full: set another INVOICE_PREFIX/)
  expect(await expectWholeSeries(product)).toEqual({})
})

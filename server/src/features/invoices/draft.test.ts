import { beforeAll, describe, expect, test } from 'vitest'
import { bareVendor, issue, newPaymentId, rowOf } from '../../../tests/support/money/invoices.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { draftInvoice, markOverdue, voidOpenInvoice } from './draft.ts'

let product: TestProduct
let vendor: { vendorId: VendorId }
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER'] })
  vendor = await bareVendor(product)
})

const cycleOf = (subscriptionId: string) => ({
  type: 'SUBSCRIPTION' as const,
  baseMinorUnit: 249_900n,
  currency: 'INR',
  description: 'SMB plan, monthly',
  subscriptionId,
  periodStart: new Date('2026-12-01T10:00:00.123Z'),
  periodEnd: new Date('2027-01-01T10:00:00.123Z'),
})
const dueDate = new Date('2026-12-05T10:00:00Z')
const draft = (subscriptionId: string) =>
  inTransaction(product.deps.db, (tx) =>
    draftInvoice(tx, product.deps, vendor.vendorId, { ...cycleOf(subscriptionId), dueDate }, product.deps.clock.now()),
  )
const overdue = (subscriptionId: string) =>
  inTransaction(product.deps.db, (tx) => markOverdue(tx, vendor.vendorId, subscriptionId))
const invoicesOf = (subscriptionId: string) =>
  product.deps.db.selectFrom('invoice').selectAll().where('subscription_id', '=', subscriptionId).execute()

describe('the invoice of a due cycle', () => {
  test('is a draft without a number or a document, once per period', async () => {
    const subscriptionId = newId<'subscription'>()
    const first = await draft(subscriptionId)
    expect(await draft(subscriptionId)).toEqual(first)
    const [row, ...others] = await invoicesOf(subscriptionId)
    expect(others).toEqual([])
    expect(row).toMatchObject({ status: 'DRAFT', invoice_number: null, total_minor_unit: 294_882n, due_date: dueDate })
  })

  test('is overdue when its due date has passed, and marking it again changes nothing', async () => {
    const subscriptionId = newId<'subscription'>()
    await draft(subscriptionId)
    expect([await overdue(subscriptionId), await overdue(subscriptionId)]).toEqual([1, 0])
    expect(await invoicesOf(subscriptionId)).toMatchObject([{ status: 'OVERDUE', invoice_number: null }])
  })

  test.each([false, true])(
    'becomes the invoice of its payment (overdue: %s), even when the dates differ slightly',
    async (isLate) => {
      const subscriptionId = newId<'subscription'>()
      const drafted = await draft(subscriptionId)
      if (isLate) await overdue(subscriptionId)
      const gatewayPaymentId = newPaymentId()
      const paid = {
        ...cycleOf(subscriptionId),
        gatewayPaymentId,
        periodStart: new Date('2026-12-01T10:00:03Z'),
        periodEnd: new Date('2027-01-01T10:00:03Z'),
      }
      const issued = await issue(product, vendor, paid)
      expect(issued.id).toBe(drafted?.id)
      expect(await rowOf(product, issued.id)).toMatchObject({
        status: 'PAID',
        invoice_number: issued.invoiceNumber,
        gateway_payment_id: gatewayPaymentId,
        period_start: paid.periodStart,
      })
      expect(await issue(product, vendor, paid)).toEqual(issued)
      expect(await invoicesOf(subscriptionId)).toHaveLength(1)
    },
  )

  test('is not created for a paid period; a second payment of it has an invoice of its own', async () => {
    const subscriptionId = newId<'subscription'>()
    const first = await issue(product, vendor, cycleOf(subscriptionId))
    expect(await draft(subscriptionId)).toBeUndefined()
    const second = await issue(product, vendor, cycleOf(subscriptionId))
    expect(second.id).not.toBe(first.id)
  })

  test('stays open when another period or subscription is paid', async () => {
    const [mine, others] = [newId<'subscription'>(), newId<'subscription'>()]
    await draft(mine)
    await issue(product, vendor, cycleOf(others))
    const next = { periodStart: cycleOf(mine).periodEnd, periodEnd: new Date('2027-02-01T10:00:00Z') }
    await issue(product, vendor, { ...cycleOf(mine), ...next })
    expect((await invoicesOf(mine)).map(({ status }) => status).sort()).toEqual(['DRAFT', 'PAID'])
  })

  test('that will not be paid becomes void, and never has a number', async () => {
    const subscriptionId = newId<'subscription'>()
    await draft(subscriptionId)
    await inTransaction(product.deps.db, (tx) => voidOpenInvoice(tx, vendor.vendorId, subscriptionId))
    expect(await invoicesOf(subscriptionId)).toMatchObject([{ status: 'VOID', invoice_number: null }])
  })
})

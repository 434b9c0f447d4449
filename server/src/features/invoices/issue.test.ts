import { beforeAll, describe, expect, test } from 'vitest'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { issueInvoice, type PaidBill } from './issue.ts'

let product: TestProduct
let vendorId: VendorId
beforeAll(async () => {
  product = await startProduct()
  vendorId = (await newVendor(product)).vendorId as VendorId
})

let payments = 0
const SETUP = { type: 'SETUP', baseMinorUnit: 99_900n, currency: 'INR', description: 'Setup fee' } as const
const issue = (bill: Partial<PaidBill> = {}) =>
  inTransaction(product.deps.db, (tx) =>
    issueInvoice(
      tx,
      product.deps,
      vendorId,
      { ...SETUP, gatewayPaymentId: `pay_${++payments}`, ...bill },
      product.deps.clock.now(),
    ),
  )

describe('an invoice', () => {
  test('is numbered and paid', async () => {
    expect(await issue()).toMatchObject({
      invoiceNumber: expect.stringMatching(/^HRK-\d{4}-00001$/),
      totalMinorUnit: 117_882n,
    })
  })
})

import { test } from 'vitest'
import { issueWithKills } from '../../../tests/support/money/invoice-kills.ts'
import { bareVendor } from '../../../tests/support/money/invoices.ts'
import { startProduct } from '../../../tests/support/product.ts'

test('1,000 concurrent issues, 30% rolled back and 50 connections killed (seed 1013): the numbers run 1..n', async () => {
  const product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  const vendors = [await bareVendor(product), await bareVendor(product), await bareVendor(product)]
  await issueWithKills(product, vendors, { issues: 1_000, kills: 50, seed: 1_013 })
})

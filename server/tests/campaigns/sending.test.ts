import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/features/wallet/ledger/verify.ts'
import { launchNow, newSender, realTemplate } from '../support/campaigns/campaigns.ts'
import { eventually } from '../support/eventually.ts'
import { figuresOf } from '../support/money/wallets.ts'
import { startProduct } from '../support/product.ts'

const CONTACTS = 60
const UNIT = 15

test('a launched campaign reaches every recipient once, and costs to the paisa what was reserved for it', async () => {
  const product = await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '500' } })
  const sender = await newSender(product, { contacts: CONTACTS, balanceMinorUnit: 100_000 })
  const templateId = await realTemplate(product, sender.token)
  const variables = { '1': 'name', '2': { from: 'attributes.order', fallback: 'of today' } }
  const launched = await launchNow(product, sender, { templateId, variables })
  expect(launched.estimatedCostMinorUnit).toBe(CONTACTS * UNIT)

  const campaign = await eventually(async () => {
    const { body } = await product.get(`/campaigns/${launched.campaignId}`, sender)
    expect(body).toMatchObject({ status: 'COMPLETED', billingClosedAt: expect.any(String) })
    return body
  }, 60_000)
  expect(campaign).toMatchObject({ counts: { DELIVERED: CONTACTS }, cost: { capturedMinorUnit: CONTACTS * UNIT } })

  const { body } = await product.sandbox.get('/control/provider/messages?limit=1000')
  const calls = body.messages as { to: string; biz_opaque_callback_data: string }[]
  expect(calls).toHaveLength(CONTACTS)
  expect(new Set(calls.map(({ to }) => to)).size).toBe(CONTACTS)

  expect(await figuresOf(product.deps.db, sender.vendorId)).toMatchObject({
    balance: BigInt(100_000 - CONTACTS * UNIT),
    reserved: 0n,
    rows: 2n,
  })
  expect(await verifyLedger(product.deps.db, sender.vendorId)).toMatchObject({ ok: true })
  const usage = await product.get('/billing/usage', sender)
  expect(usage.body.conversationsUsed).toBe(CONTACTS)
})

import { beforeAll, expect, test } from 'vitest'
import { messagesOf } from '../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { callsAt, sendingCampaign, untilSent } from '../../../tests/support/messaging/dispatch.ts'
import { booksOf } from '../../../tests/support/messaging/settlement.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '500' } })
})

const MESSAGES = 1_000
test(`repeated and shuffled callbacks before the provider’s answer are all matched, for ${MESSAGES} messages`, async () => {
  const script = { callbackBeforeReply: true, duplicateCallbacks: 1, reorderCallbacks: true }
  await product.sandbox.put('/control/provider', script)
  const { campaignId, sender } = await sendingCampaign(product, { contacts: MESSAGES })
  await untilSent(product, campaignId)
  await eventually(async () => {
    const rows = await messagesOf(product, campaignId)
    expect(rows.filter(({ status }) => status === 'DELIVERED')).toHaveLength(MESSAGES)
  }, 120_000)
  expect(await callsAt(product.sandbox)).toHaveLength(MESSAGES)
  expect(await product.deps.db.selectFrom('parked_status').selectAll().execute()).toEqual([])
  expect(await booksOf(product.deps.db, sender.vendorId, campaignId)).toMatchObject({
    captured: MESSAGES * 100,
    returned: 0,
    reserved: 0,
    conversations: { used: MESSAGES, reserved: 0 },
  })
})

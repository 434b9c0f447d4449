import { beforeAll, expect, test } from 'vitest'
import { messagesOf, TWO_VARIABLES } from '../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { callsAt, callsByMessage, sendingCampaign, untilSent } from '../../../tests/support/messaging/dispatch.ts'
import { sealedId } from '../../../tests/support/messaging/sealed-id.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '500' } })
})

test('every message of a running campaign is sent once with the values of its contact, and settles', async () => {
  const variables = { 1: { from: 'name' }, 2: { value: 'Pune Sweets' } }
  const options = { contacts: 120, template: { components: TWO_VARIABLES } }
  const { campaignId } = await sendingCampaign(product, options, { variables })
  await untilSent(product, campaignId)
  const rows = await messagesOf(product, campaignId)
  const calls = (await callsAt(product.sandbox)).filter(({ biz_opaque_callback_data: id }) =>
    rows.some((row) => row.id === id),
  )
  expect([...callsByMessage(calls).values()]).toEqual(Array.from({ length: 120 }, () => 1))
  expect(new Set(calls.map(({ to }) => to)).size).toBe(120)
  expect(calls[0]?.body.template.components).toEqual([
    {
      type: 'body',
      parameters: [
        { type: 'text', text: expect.stringMatching(/^Name \d+$/) },
        { type: 'text', text: 'Pune Sweets' },
      ],
    },
  ])
  const wamids = new Map(calls.map(({ wamid, biz_opaque_callback_data: id }) => [id, wamid]))
  for (const row of rows) expect(row.wamid).toBe(await sealedId(product, wamids.get(row.id) ?? ''))
  await eventually(async () => {
    const { length } = (await messagesOf(product, campaignId)).filter(({ status }) => status === 'DELIVERED')
    expect(length).toBe(120)
  }, 30_000)
})

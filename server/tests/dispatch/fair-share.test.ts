import { expect, test } from 'vitest'
import { givenCampaign } from '../support/campaigns/campaign-rows.ts'
import { bareSender } from '../support/campaigns/campaigns.ts'
import {
  callsAt,
  callsOf,
  knownAtProvider,
  mostInASecond,
  sendingCampaign,
  untilSent,
} from '../support/messaging/dispatch.ts'
import { startProduct } from '../support/product.ts'

test('while a large campaign runs, small ones are all out long before it, and together they keep the rate', async () => {
  const rate = 60
  const product = await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: String(rate) } })
  const large = await sendingCampaign(product, { contacts: 1_500 })
  const small = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const sender = await bareSender(product, { contacts: 5 })
      await knownAtProvider(product, sender.templateId)
      return sender
    }),
  )
  const campaigns = await Promise.all(small.map((sender) => givenCampaign(product, sender)))
  const before = (await callsOf(product, large.campaignId)).length
  for (const campaignId of campaigns) await untilSent(product, campaignId)
  // In turns the eight need forty of about eighty permits; were the large one served first, it would have had all 1,500.
  expect((await callsOf(product, large.campaignId)).length - before).toBeLessThan(1_000)
  for (const campaignId of campaigns) expect(await callsOf(product, campaignId)).toHaveLength(5)
  expect(mostInASecond(await callsAt(product.sandbox))).toBeLessThanOrEqual(rate)
})

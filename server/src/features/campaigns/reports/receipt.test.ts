import { beforeAll, expect, test } from 'vitest'
import {
  accept,
  reportStatuses,
  runningCampaign,
  sweepOnce,
} from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const get = async (path: string, token: string) => (await product.get(path, { token })).body

test('a receipt divides the charges between the provider and the platform, to the last paisa', async () => {
  const sender = await runningCampaign(product, 7, {
    unitMinorUnit: 15,
    platformFeeMinorUnit: 11,
    metaCostUsdMicros: 1_400,
  })
  const wamids = await accept(product, sender.campaignId, 7)
  await reportStatuses(product, wamids.slice(0, 5), 'delivered')
  expect(await get(`/campaigns/${sender.campaignId}/receipt`, sender.token)).toMatchObject({
    isFinal: false,
    // 5 × 0.0014 USD × 83.33 = 58.331 paise
    lines: [
      {
        countryCode: 'IN',
        messages: 5,
        unitMinorUnit: 15,
        totalMinorUnit: 75,
        providerCostMinorUnit: 58,
        platformFeeMinorUnit: 17,
      },
    ],
    campaignFeeMinorUnit: 0,
    providerCostMinorUnit: 58,
    platformFeeMinorUnit: 17,
    totalMinorUnit: 75,
  })
  await reportStatuses(product, wamids.slice(5), 'failed', 131026)
  await sweepOnce(product)
  await sweepOnce(product)
  expect(await get(`/campaigns/${sender.campaignId}/receipt`, sender.token)).toMatchObject({
    isFinal: true,
    campaignFeeMinorUnit: 11,
    providerCostMinorUnit: 58,
    platformFeeMinorUnit: 28,
    totalMinorUnit: 86,
  })
})

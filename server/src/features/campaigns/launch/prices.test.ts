import { beforeAll, test } from 'vitest'
import { changePricesUnderCampaign } from '../../../../tests/support/campaigns/price-changes.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'

const CHANGES = 20
let product: TestProduct
beforeAll(async () => {
  product = await startQuoting()
})

test(`a price that changes ${CHANGES} times during a campaign changes neither its charges nor its refunds`, async () => {
  await changePricesUnderCampaign(product, CHANGES)
})

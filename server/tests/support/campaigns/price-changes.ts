import { expect } from 'vitest'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import { booksOf, newWamid, settleDeps, settleUpdates, statusUpdate } from '../messaging/settlement.ts'
import { signIn, type TestProduct } from '../product.ts'
import { expanded, launchNow, messagesOf, newSender } from './campaigns.ts'

/** Changes the price before each callback. Costs and refunds must be those of the launch. */
export async function changePricesUnderCampaign(product: TestProduct, changes: number) {
  const operator = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken
  const { db } = product.deps
  const sender = await newSender(product, { contacts: changes })
  const { campaignId, estimatedCostMinorUnit } = await launchNow(product, sender)
  await expanded(product, campaignId)
  const unit = estimatedCostMinorUnit / changes
  const before = await booksOf(db, sender.vendorId)
  const messages = await messagesOf(product, campaignId)
  for (const [i, { id }] of messages.entries()) {
    const price = { category: 'MARKETING', countryCode: 'IN', metaCostUsdMicros: 20_000 + i * 1_000 }
    const changed = await product.post('/admin/pricing', price, { token: operator })
    expect(changed.status, JSON.stringify(changed.body)).toBe(201)
    const message = { id, wamid: newWamid() }
    const sequences = [
      [statusUpdate(message, 'failed')],
      [statusUpdate(message, 'sent'), statusUpdate(message, 'failed')],
      [statusUpdate(message, 'read')],
    ]
    await settleUpdates(settleDeps(db), sequences[i % 3] ?? [])
  }
  const delivered = Math.floor(changes / 3)
  expect(await booksOf(db, sender.vendorId, campaignId)).toMatchObject({
    balance: before.balance + (changes - delivered) * unit,
    captured: delivered * unit,
    returned: (changes - delivered) * unit,
    reserved: 0,
  })
}

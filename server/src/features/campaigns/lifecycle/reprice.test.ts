import { beforeAll, describe, expect, test } from 'vitest'
import {
  campaignRow,
  launchNow,
  messagesOf,
  newSender,
  type Sender,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { notificationKinds } from '../../../../tests/support/payments/subscriptions.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { releaseInFlight, tryHoldInFlight } from '../../wallet/in-flight.ts'

let product: Awaited<ReturnType<typeof startQuoting>>
beforeAll(async () => {
  product = await startQuoting()
})

const [MARKETING, UTILITY] = [123n, 15n]

const changeCategory = (sender: Sender, category: 'MARKETING' | 'UTILITY') =>
  product.deps.db.updateTable('template').set({ category }).where('id', '=', sender.templateId).execute()
const untilPaused = (campaignId: string) =>
  eventually(async () => {
    const row = await campaignRow(product, campaignId)
    expect(row).toMatchObject({ status: 'PAUSED', pause_reason: 'CATEGORY_CHANGED', expanded_at: expect.any(Date) })
  }, 20_000)
const resume = (sender: Sender, campaignId: string) =>
  product.post(`/campaigns/${campaignId}/resume`, undefined, { token: sender.token })
const costs = async (campaignId: string) =>
  (await messagesOf(product, campaignId)).reduce((sum, { cost_minor_unit }) => sum + cost_minor_unit, 0n)

describe('a campaign whose template changes its category', () => {
  test('pauses, and on resume the rest is charged at the new price and the difference is refunded', async () => {
    const sender = await newSender(product, { contacts: 10, balanceMinorUnit: 10_000 })
    const { campaignId } = await launchNow(product, sender)
    await changeCategory(sender, 'UTILITY')
    await untilPaused(campaignId)
    expect(await notificationKinds(product, sender)).toContain('CAMPAIGN_PAUSED')
    expect(await resume(sender, campaignId)).toMatchObject({ status: 200, body: { status: 'RUNNING' } })
    expect(await campaignRow(product, campaignId)).toMatchObject({ category: 'UTILITY', recipients: 10 })
    expect(await costs(campaignId)).toBe(10n * UTILITY)
    expect(await figuresOf(product.deps.db, sender.vendorId)).toMatchObject({
      balance: 10_000n - 10n * UTILITY,
      reserved: 10n * UTILITY,
    })
    for (const { category } of await messagesOf(product, campaignId)) expect(category).toBe('UTILITY')
  })

  test('reserves the difference when it costs more, and stays paused while the balance is too low', async () => {
    const sender = await newSender(product, {
      contacts: 10,
      balanceMinorUnit: 1_000,
      template: { category: 'UTILITY' },
    })
    const { campaignId } = await launchNow(product, sender)
    await changeCategory(sender, 'MARKETING')
    await untilPaused(campaignId)
    const [balance, required] = [1_000n - 10n * UTILITY, 10n * (MARKETING - UTILITY)]
    expect(await resume(sender, campaignId)).toMatchObject({
      status: 402,
      body: { requiredMinorUnit: Number(required), shortfallMinorUnit: Number(required - balance) },
    })
    expect((await campaignRow(product, campaignId)).status).toBe('PAUSED')
    expect(await costs(campaignId)).toBe(10n * UTILITY)
    await changeCategory(sender, 'UTILITY')
    expect(await resume(sender, campaignId)).toMatchObject({ status: 200 })
    expect((await figuresOf(product.deps.db, sender.vendorId)).balance).toBe(balance)
  })

  test('does not reserve what replies on their way will cost', async () => {
    const { db } = product.deps
    const required = 2n * (MARKETING - UTILITY)
    const sender = await newSender(product, {
      contacts: 2,
      balanceMinorUnit: Number(2n * UTILITY + required),
      template: { category: 'UTILITY' },
    })
    const { campaignId } = await launchNow(product, sender)
    await changeCategory(sender, 'MARKETING')
    await untilPaused(campaignId)
    await inTransaction(db, (tx) => tryHoldInFlight(tx, sender.vendorId, 1n))
    expect(await resume(sender, campaignId)).toMatchObject({ status: 402, body: { shortfallMinorUnit: 1 } })
    await inTransaction(db, (tx) => releaseInFlight(tx, sender.vendorId, 1n))
    expect(await resume(sender, campaignId)).toMatchObject({ status: 200 })
  })
})

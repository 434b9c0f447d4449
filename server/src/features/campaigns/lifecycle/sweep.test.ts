import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  accept,
  keyedSender,
  notificationsOf,
  reportStatuses,
  runningCampaign,
  sweepOnce,
} from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import { givenCampaign } from '../../../../tests/support/campaigns/campaign-rows.ts'
import { campaignRow } from '../../../../tests/support/campaigns/campaigns.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'

const DAY = 86_400
let product: TestProduct
beforeAll(async () => {
  product = await startProduct({
    without: ['WORKER', 'OUTBOX'],
    env: { CAMPAIGN_HOLD_MIN: '10', CAMPAIGN_HOLD_PERCENT: '50' },
  })
})

const stateOf = async (campaignId: string) => {
  const { status, pause_reason } = await campaignRow(product, campaignId)
  return pause_reason === null ? status : `${status} ${pause_reason}`
}
const resume = ({ token, campaignId }: { token: string; campaignId: string }) =>
  product.post(`/campaigns/${campaignId}/resume`, undefined, { token })
const changeTemplate = (id: string, change: object) =>
  product.deps.db.updateTable('template').set(change).where('id', '=', id).execute()

describe('failures', () => {
  const fail = async (campaignId: string, count: number) =>
    reportStatuses(product, await accept(product, campaignId, count), 'failed', 131026)

  test('above the limit pause a campaign, and do not count again after it is resumed', async () => {
    const sender = await runningCampaign(product, 60)
    const { campaignId } = sender
    await fail(campaignId, 9)
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('RUNNING')
    await reportStatuses(product, await accept(product, campaignId, 9), 'delivered')
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('RUNNING')
    await fail(campaignId, 1)
    await Promise.all([sweepOnce(product), sweepOnce(product)])
    expect(await stateOf(campaignId)).toBe('PAUSED FAILURE_RATE')
    expect(await notificationsOf(product, sender.vendorId)).toEqual(['CAMPAIGN_PAUSED FAILURE_RATE'])

    expect((await resume(sender)).status).toBe(200)
    await fail(campaignId, 9)
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('RUNNING')
    await fail(campaignId, 1)
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('PAUSED FAILURE_RATE')
  })

  test('of our own do not pause a campaign', async () => {
    const { campaignId } = await runningCampaign(product, 30)
    await fail(campaignId, 20)
    await product.deps.db
      .updateTable('message')
      .set({ error_code: 'CONTACT_DELETED' })
      .where('campaign_id', '=', campaignId)
      .where('status', '=', 'FAILED')
      .execute()
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('RUNNING')
  })

  test('of the last messages do not pause a campaign with nothing left to send', async () => {
    const { campaignId } = await runningCampaign(product, 12)
    await fail(campaignId, 12)
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('COMPLETED')
  })
})

const freezePlan = ({ vendorId }: { vendorId: VendorId }) =>
  changePlan(vendorId, { past_due_at: new Date(product.deps.clock.now().getTime() - 8 * DAY * 1_000) })
const payPlan = ({ vendorId }: { vendorId: VendorId }) => changePlan(vendorId, { past_due_at: null })
const changePlan = (vendorId: VendorId, change: object) =>
  product.deps.db.updateTable('subscription').set(change).where('vendor_id', '=', vendorId).execute()

describe('a vendor that may not send', () => {
  test('has its campaigns paused, is notified once, and they resume when it has paid', async () => {
    const sender = await runningCampaign(product, 5)
    const { campaignId, vendorId } = sender
    const held = await figuresOf(product.deps.db, vendorId)
    await freezePlan(sender)
    await Promise.all([sweepOnce(product), sweepOnce(product)])
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('PAUSED SUBSCRIPTION_FROZEN')
    expect(await resume(sender)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_FROZEN' } })
    expect(await figuresOf(product.deps.db, vendorId)).toEqual(held)
    await payPlan(sender)
    await Promise.all([sweepOnce(product), sweepOnce(product)])
    expect(await stateOf(campaignId)).toBe('RUNNING')
    expect(await notificationsOf(product, vendorId)).toEqual([
      'CAMPAIGN_PAUSED SUBSCRIPTION_FROZEN',
      'CAMPAIGN_RESUMED',
    ])
  })

  test('does not have its own pauses resumed', async () => {
    const sender = await runningCampaign(product, 1)
    await product.post(`/campaigns/${sender.campaignId}/pause`, undefined, sender)
    await sweepOnce(product)
    expect(await stateOf(sender.campaignId)).toBe('PAUSED BY_VENDOR')
  })
})

describe('a campaign with two reasons to be paused', () => {
  test('is not reported as resumed when its template is approved again and its plan is unpaid', async () => {
    const sender = await runningCampaign(product, 2)
    await changeTemplate(sender.templateId, { status: 'PAUSED' })
    await sweepOnce(product)
    await freezePlan(sender)
    await changeTemplate(sender.templateId, { status: 'APPROVED' })
    await Promise.all([sweepOnce(product, 600), sweepOnce(product, 600)])
    await sweepOnce(product, 600)
    expect(await stateOf(sender.campaignId)).toBe('PAUSED SUBSCRIPTION_FROZEN')
    const pauses = ['CAMPAIGN_PAUSED TEMPLATE_NOT_APPROVED', 'CAMPAIGN_PAUSED SUBSCRIPTION_FROZEN']
    expect(await notificationsOf(product, sender.vendorId)).toEqual(pauses)
    await payPlan(sender)
    await sweepOnce(product, 600)
    expect(await stateOf(sender.campaignId)).toBe('RUNNING')
    expect(await notificationsOf(product, sender.vendorId)).toEqual([...pauses, 'CAMPAIGN_RESUMED'])
  })

  test('is not reported as resumed when its plan is paid and its template is not approved', async () => {
    const sender = await runningCampaign(product, 2)
    await freezePlan(sender)
    await sweepOnce(product)
    await changeTemplate(sender.templateId, { status: 'PAUSED' })
    await payPlan(sender)
    await sweepOnce(product)
    await sweepOnce(product)
    expect(await stateOf(sender.campaignId)).toBe('PAUSED TEMPLATE_NOT_APPROVED')
    expect(await notificationsOf(product, sender.vendorId)).toEqual([
      'CAMPAIGN_PAUSED SUBSCRIPTION_FROZEN',
      'CAMPAIGN_PAUSED TEMPLATE_NOT_APPROVED',
    ])
  })

  test('is completed without a notice of resuming when it has nothing left to send', async () => {
    const sender = await runningCampaign(product, 2)
    await freezePlan(sender)
    await sweepOnce(product)
    await accept(product, sender.campaignId, 2)
    await payPlan(sender)
    await sweepOnce(product)
    await sweepOnce(product)
    expect(await stateOf(sender.campaignId)).toBe('COMPLETED')
    expect(await notificationsOf(product, sender.vendorId)).toEqual([
      'CAMPAIGN_PAUSED SUBSCRIPTION_FROZEN',
      'CAMPAIGN_COMPLETED',
    ])
  })
})

describe('a template', () => {
  test('that is paused pauses its campaigns, which resume once it is approved again', async () => {
    const sender = await runningCampaign(product, 2)
    await changeTemplate(sender.templateId, { status: 'PAUSED' })
    await sweepOnce(product)
    expect(await stateOf(sender.campaignId)).toBe('PAUSED TEMPLATE_NOT_APPROVED')
    expect(await resume(sender)).toMatchObject({ status: 422, body: { code: 'TEMPLATE_NOT_APPROVED' } })
    await changeTemplate(sender.templateId, { status: 'APPROVED' })
    await sweepOnce(product, 600)
    expect(await stateOf(sender.campaignId)).toBe('RUNNING')
  })

  test('whose category changes pauses its campaigns, and resuming one sends the rest at the new price', async () => {
    await sql`update exchange_rate set fetched_at = ${product.deps.clock.now()}`.execute(product.deps.db)
    const sender = await runningCampaign(product, 4, { platformFeeMinorUnit: 7, metaCostUsdMicros: 9_000 })
    await reportStatuses(product, await accept(product, sender.campaignId, 1), 'delivered')
    await changeTemplate(sender.templateId, { category: 'UTILITY' })
    await sweepOnce(product)
    await sweepOnce(product)
    expect(await stateOf(sender.campaignId)).toBe('PAUSED CATEGORY_CHANGED')
    expect(await notificationsOf(product, sender.vendorId)).toEqual(['CAMPAIGN_PAUSED CATEGORY_CHANGED'])
    const before = await figuresOf(product.deps.db, sender.vendorId)
    const answer = await resume(sender)
    // Three messages cost 15 paise each now instead of 100.
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'RUNNING', category: 'UTILITY', cost: { estimatedMinorUnit: 152, heldMinorUnit: 52 } },
    })
    expect((await figuresOf(product.deps.db, sender.vendorId)).balance).toBe(before.balance + 255n)
    await reportStatuses(product, await accept(product, sender.campaignId, 3), 'delivered')
    await sweepOnce(product)
    await sweepOnce(product)
    expect((await product.get(`/campaigns/${sender.campaignId}/receipt`, sender)).body).toMatchObject({
      isFinal: true,
      lines: [
        { category: 'MARKETING', messages: 1, unitMinorUnit: 100, providerCostMinorUnit: 75 },
        { category: 'UTILITY', messages: 3, unitMinorUnit: 15, providerCostMinorUnit: 35 },
      ],
      campaignFeeMinorUnit: 7,
      totalMinorUnit: 152,
    })
  })
})

test('all of hundreds of open campaigns are swept', async () => {
  const sender = await keyedSender(product, { contacts: 1 })
  const ids = await Promise.all(
    Array.from({ length: 30 }, () => givenCampaign(product, sender, { status: 'CANCELLED', unitMinorUnit: 0 })),
  )
  await sweepOnce(product)
  for (const id of ids) expect((await campaignRow(product, id)).billing_closed_at).not.toBeNull()
})

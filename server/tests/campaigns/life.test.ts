import { beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { notificationsOf } from '../support/campaigns/campaign-lifecycle.ts'
import { launchBody, launchNow, listOf, realTemplate, type Sender, subscribe } from '../support/campaigns/campaigns.ts'
import { eventually } from '../support/eventually.ts'
import {
  advanceAndSignIn,
  chargingNobody,
  DAY,
  newSubscriber,
  payOrder,
  untilSubscription,
} from '../support/payments/subscriptions.ts'
import { newVendor, startProduct, type TestProduct } from '../support/product.ts'

const SOON_MS = 30_000
let product: TestProduct
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '20' } }))
})

const TEMPLATE = { category: 'MARKETING', body: 'Our shop is open again from tomorrow on.' }
const until = (token: string, campaignId: string, expected: object) =>
  eventually(async () => {
    const { body } = await product.get(`/campaigns/${campaignId}`, { token })
    expect(body).toMatchObject(expected)
    return body
  }, SOON_MS)
const recharge = (vendor: { token: string }, amountMinorUnit: number) =>
  payOrder(product, vendor, '/wallet/recharge/init', { amountMinorUnit })

test('a campaign without money waits for a recharge, runs to its end by itself, and its billing closes', async () => {
  const vendor = await newVendor(product)
  const vendorId = vendor.vendorId as Sender['vendorId']
  await subscribe(product, vendorId)
  await recharge(vendor, 2_000)
  const templateId = (await realTemplate(product, vendor.token, TEMPLATE)) as Sender['templateId']
  const sender = { ...vendor, vendorId, templateId, listId: await listOf(product, vendorId, 12) }
  const scheduledAt = new Date(product.deps.clock.now().getTime() + 10 * MINUTE_MS).toISOString()
  const { campaignId } = await launchNow(product, sender, { scheduledAt })
  // Meanwhile the money goes elsewhere.
  await launchNow(product, { ...sender, listId: await listOf(product, vendorId, 12) })
  await product.advance(700)
  await until(vendor.token, campaignId, { status: 'PAUSED', pauseReason: 'INSUFFICIENT_BALANCE' })
  const refused = await product.post(`/campaigns/${campaignId}/resume`, undefined, vendor)
  expect(refused).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_BALANCE' } })
  await recharge(vendor, 5_000)
  const done = await until(vendor.token, campaignId, { status: 'COMPLETED', counts: { DELIVERED: 12 } })
  expect(done.cost.capturedMinorUnit).toBe(done.cost.estimatedMinorUnit)
  await until(vendor.token, campaignId, { billingClosedAt: expect.any(String), cost: { heldMinorUnit: 0 } })
  expect(await notificationsOf(product, vendor.vendorId)).toContain('CAMPAIGN_PAUSED INSUFFICIENT_BALANCE')
  await eventually(() => {
    const subjects = product.mailbox.to(vendor.email).map(({ subject }) => subject)
    expect(subjects).toContain('Your campaign is paused')
    expect(subjects).toContain('Your campaign is completed')
  }, SOON_MS)
})

test('a freeze stops a campaign between two messages, and the payment of the plan lets it go on at once', async () => {
  const vendor = await newSubscriber(product)
  const vendorId = vendor.vendorId as Sender['vendorId']
  await recharge(vendor, 50_000)
  const templateId = (await realTemplate(product, vendor.token, TEMPLATE)) as Sender['templateId']
  const sender = { ...vendor, vendorId, templateId, listId: await listOf(product, vendorId, 150) }
  await product.gateway.halt(vendor.gatewaySubId)
  await untilSubscription(product, vendor, { status: 'PAST_DUE' })
  const { campaignId } = await launchNow(product, sender)
  await eventually(async () => {
    const { body } = await product.get(`/campaigns/${campaignId}`, vendor)
    expect(body.progress.done).toBeGreaterThan(10)
  }, SOON_MS)
  await advanceAndSignIn(product, vendor, 8 * DAY)
  const paused = await until(vendor.token, campaignId, { status: 'PAUSED', pauseReason: 'SUBSCRIPTION_FROZEN' })
  expect(paused.counts.QUEUED).toBeGreaterThan(0)
  expect(await product.post('/campaigns/launch', launchBody(sender), vendor)).toMatchObject({ status: 403 })
  await payOrder(product, vendor, '/billing/subscription/pay')
  await until(vendor.token, campaignId, { status: 'COMPLETED' })
  expect(await notificationsOf(product, vendorId)).toEqual([
    'CAMPAIGN_PAUSED SUBSCRIPTION_FROZEN',
    'CAMPAIGN_RESUMED',
    'CAMPAIGN_COMPLETED',
  ])
})

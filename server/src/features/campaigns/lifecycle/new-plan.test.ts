import { beforeAll, describe, expect, test } from 'vitest'
import {
  accept,
  keyedSender,
  notificationsOf,
  reportStatuses,
  sweepOnce,
} from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import { givenCampaign } from '../../../../tests/support/campaigns/campaign-rows.ts'
import { campaignRow } from '../../../../tests/support/campaigns/campaigns.ts'
import { newPayment, onboardingOrder } from '../../../../tests/support/payments/subscription-fixture.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { cancelSubscription } from '../../subscriptions/lifecycle/cancel.ts'
import { applyOnboarding } from '../../subscriptions/plans/apply-onboarding.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const RECIPIENTS = 5

const plans = ({ deps }: TestProduct, vendorId: VendorId) =>
  deps.db.selectFrom('subscription').selectAll().where('vendor_id', '=', vendorId).orderBy('created_at', 'desc')
const conversations = async (vendorId: VendorId) => {
  const { conversations_used: used, conversations_reserved: reserved } = await plans(
    product,
    vendorId,
  ).executeTakeFirstOrThrow()
  return { used: Number(used), reserved: Number(reserved) }
}
const stateOf = async (campaignId: string) => {
  const { status, pause_reason } = await campaignRow(product, campaignId)
  return pause_reason === null ? status : `${status} ${pause_reason}`
}

/** A sender whose plan ended during a campaign, and that has a new one since, with this cap. */
async function senderWithNewPlan(cap: number) {
  const { deps } = product
  const sender = await keyedSender(product, { contacts: RECIPIENTS })
  const { vendorId } = sender
  const campaignId = await givenCampaign(product, sender)
  const { id } = await plans(product, vendorId).executeTakeFirstOrThrow()
  await inTransaction(deps.db, (tx) => cancelSubscription(tx, deps, vendorId, id, deps.clock.now()))
  await sweepOnce(product)
  expect(await stateOf(campaignId)).toBe('PAUSED SUBSCRIPTION_REQUIRED')
  const order = onboardingOrder(vendorId, 'SMB', 'MONTHLY', { isSetUp: true })
  const refusal = await inTransaction(deps.db, (tx) => applyOnboarding(tx, deps, order, newPayment(), deps.clock.now()))
  expect(refusal).toBeUndefined()
  await setCap(vendorId, cap)
  return { ...sender, campaignId }
}

const setCap = (vendorId: VendorId, cap: number) =>
  product.deps.db
    .updateTable('subscription')
    .set({ conversation_cap: BigInt(cap) })
    .where('vendor_id', '=', vendorId)
    .execute()

describe('a new plan', () => {
  test('includes what campaigns of the one before have reserved, so that its cap is not exceeded', async () => {
    const sender = await senderWithNewPlan(2 * RECIPIENTS)
    const { vendorId, campaignId } = sender
    expect(await conversations(vendorId)).toEqual({ used: 0, reserved: RECIPIENTS })
    const second = await givenCampaign(product, sender)
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('RUNNING')
    await reportStatuses(product, await accept(product, campaignId, RECIPIENTS), 'delivered')
    expect(await conversations(vendorId)).toEqual({ used: RECIPIENTS, reserved: RECIPIENTS })
    await expect(givenCampaign(product, sender)).rejects.toMatchObject({ code: 'CONVERSATION_CAP_REACHED' })
    await reportStatuses(product, await accept(product, second, RECIPIENTS), 'failed', 131_026)
    expect(await conversations(vendorId)).toEqual({ used: RECIPIENTS, reserved: 0 })
  })

  test('that is too small for them leaves them paused, until its cap suffices', async () => {
    const { vendorId, campaignId, token } = await senderWithNewPlan(RECIPIENTS - 1)
    await sweepOnce(product)
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('PAUSED CONVERSATION_CAP_REACHED')
    expect(await product.post(`/campaigns/${campaignId}/resume`, undefined, { token })).toMatchObject({
      status: 409,
      body: { code: 'CONVERSATION_CAP_REACHED', conversationsReserved: RECIPIENTS },
    })
    await setCap(vendorId, RECIPIENTS)
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('RUNNING')
    expect(await notificationsOf(product, vendorId)).toEqual([
      'CAMPAIGN_PAUSED SUBSCRIPTION_REQUIRED',
      'CAMPAIGN_PAUSED CONVERSATION_CAP_REACHED',
      'CAMPAIGN_RESUMED',
    ])
  })

  test('that is too small pauses a campaign that was never paused in between', async () => {
    const { vendorId, campaignId } = await senderWithNewPlan(RECIPIENTS - 1)
    const running = { status: 'RUNNING', pause_reason: null } as const
    await product.deps.db.updateTable('campaign').set(running).where('id', '=', campaignId).execute()
    await sweepOnce(product)
    expect(await stateOf(campaignId)).toBe('PAUSED CONVERSATION_CAP_REACHED')
    expect(await conversations(vendorId)).toEqual({ used: 0, reserved: RECIPIENTS })
  })
})

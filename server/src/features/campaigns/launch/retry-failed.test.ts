import { beforeAll, describe, expect, test } from 'vitest'
import { addToList, bareSender, campaignRow, messagesOf } from '../../../../tests/support/campaigns/campaigns.ts'
import { launchBare, retryBare } from '../../../../tests/support/campaigns/launched.ts'
import { addPrice, withdrawPrices } from '../../../../tests/support/campaigns/prices.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { failMessages } from '../../messages/settlement/fail.ts'
import { readCampaign } from '../reports/read-campaign.ts'
import { expandCampaign } from './expand.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
})

const UNIT = 123n
type Bare = Awaited<ReturnType<typeof bareSender>>

/** A campaign that has ended, whose messages failed with these codes. */
async function ended(sender: Bare, codes: readonly string[]) {
  const { db, clock } = product.deps
  const { campaignId } = await launchBare(product, sender)
  await expandCampaign(product.deps, sender.vendorId, campaignId)
  const messages = await messagesOf(product, campaignId)
  const failures = messages.map(({ id }, i) => ({ id, errorCode: codes[i % codes.length] as string }))
  await inTransaction(db, (tx) => failMessages(tx, sender.vendorId, failures, clock.now()))
  const over = { status: 'COMPLETED', ended_at: clock.now() } as const
  await db.updateTable('campaign').set(over).where('id', '=', campaignId).execute()
  return campaignId
}

const contactsOf = async (campaignId: string, code?: string) =>
  (await messagesOf(product, campaignId))
    .filter(({ error_code }) => code === undefined || error_code === code)
    .map(({ contact_id }) => contact_id)
    .sort()

describe('a retry of the failed recipients', () => {
  test('includes only temporary failures of the provider, at the present price', async () => {
    const sender = await bareSender(product, { contacts: 8 })
    const parent = await ended(sender, ['131000', '131026', '131050', 'OUTCOME_UNKNOWN'])
    const before = await figuresOf(product.deps.db, sender.vendorId)
    const again = await retryBare(product, sender, parent)
    expect(again).toMatchObject({ status: 'RUNNING', recipients: 2, estimatedCostMinorUnit: Number(2n * UNIT) })
    expect(await campaignRow(product, again.campaignId)).toMatchObject({ parent_campaign_id: parent, list_id: null })
    expect((await figuresOf(product.deps.db, sender.vendorId)).balance).toBe(before.balance - 2n * UNIT)
    await expandCampaign(product.deps, sender.vendorId, again.campaignId)
    expect(await contactsOf(again.campaignId)).toEqual(await contactsOf(parent, '131000'))
  })

  test('includes recipients over the marketing limit a day after they failed, and not before', async () => {
    const sender = await bareSender(product, { contacts: 4 })
    const parent = await ended(sender, ['131049', '131026'])
    const failedAt = product.deps.clock.now().getTime()
    const refusal = { code: 'NOBODY_TO_RETRY', details: { members: { retryableAt: expect.stringMatching(/Z$/) } } }
    await product.advance(23 * 3_600)
    await expect(retryBare(product, sender, parent)).rejects.toMatchObject(refusal)
    const failures = async () => (await readCampaign(product.deps, sender.vendorId, parent)).failures
    const ofLimit = async () => (await failures()).find(({ errorCode }) => errorCode === '131049')
    const waiting = await ofLimit()
    expect(waiting).toMatchObject({ mayBeTriedAgain: false })
    const retryableAt = Date.parse(waiting?.retryableAt ?? '')
    expect(Math.abs(retryableAt - failedAt - DAY_MS)).toBeLessThan(60_000)
    await product.advance(3_600)
    expect(await ofLimit()).toMatchObject({ mayBeTriedAgain: true, retryableAt: null })
    const again = await retryBare(product, sender, parent)
    expect(again.recipients).toBe(2)
    await expandCampaign(product.deps, sender.vendorId, again.campaignId)
    expect(await contactsOf(again.campaignId)).toEqual(await contactsOf(parent, '131049'))
  })

  test('is refused while another one is being written, and sends to no recipient twice', async () => {
    const sender = await bareSender(product, { contacts: 4 })
    const parent = await ended(sender, ['131000'])
    const tries = await Promise.allSettled([1, 2, 3].map(() => retryBare(product, sender, parent)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason.code).toBe('INVALID_STATE')
    const child = await product.deps.db
      .selectFrom('campaign')
      .select('id')
      .where('parent_campaign_id', '=', parent)
      .executeTakeFirstOrThrow()
    await expandCampaign(product.deps, sender.vendorId, child.id)
    await expect(retryBare(product, sender, parent)).rejects.toMatchObject({ code: 'NOBODY_TO_RETRY' })
  })

  test('skips contacts that have opted out or were deleted', async () => {
    const sender = await bareSender(product, { contacts: 3 })
    const parent = await ended(sender, ['130429'])
    const [gone, stopped] = await messagesOf(product, parent)
    await product.deps.db
      .deleteFrom('contact')
      .where('id', '=', gone?.contact_id as string)
      .execute()
    const now = product.deps.clock.now()
    await product.deps.db
      .insertInto('opt_out')
      .values({
        vendor_id: sender.vendorId,
        mobile_hash: stopped?.mobile_hash as Buffer,
        reason: 'STOP',
        opted_out_at: now,
        asked_at: now,
      })
      .execute()
    expect(await retryBare(product, sender, parent)).toMatchObject({ recipients: 1 })
  })

  test('can exclude countries without a price: not charged, not messaged, and left for another retry', async () => {
    const sender = await bareSender(product, { contacts: 2 })
    const spaniard = { mobile: '34612000051', countryCode: 'ES', name: 'Lucía' }
    await addToList(product, sender.vendorId, sender.listId, [spaniard])
    await addPrice(product, 'ES')
    const parent = await ended(sender, ['131000'])
    await withdrawPrices(product, ['ES'])
    const countries = [{ countryCode: 'ES', recipients: 1 }]
    const retry = (excludeCountries: ('ES' | 'IN')[]) => retryBare(product, sender, parent, excludeCountries)
    await expect(retry([])).rejects.toMatchObject({ code: 'PRICING_NOT_FOUND', details: { members: { countries } } })
    const everybody = { code: 'NOBODY_TO_RETRY', details: { detail: expect.stringMatching(/excluded countries/) } }
    await expect(retry(['ES', 'IN'])).rejects.toMatchObject(everybody)
    const before = await figuresOf(product.deps.db, sender.vendorId)
    const again = await retry(['ES'])
    const skippedReasons = [{ reason: 'COUNTRY_EXCLUDED', count: 1, countries }]
    expect(again).toMatchObject({ recipients: 2, excludeCountries: ['ES'], skippedReasons })
    expect((await figuresOf(product.deps.db, sender.vendorId)).balance).toBe(before.balance - 2n * UNIT)
    await expandCampaign(product.deps, sender.vendorId, again.campaignId)
    expect((await messagesOf(product, again.campaignId)).map(({ country_code }) => country_code)).toEqual(['IN', 'IN'])
    const over = { status: 'COMPLETED', ended_at: product.deps.clock.now() } as const
    await product.deps.db.updateTable('campaign').set(over).where('id', '=', again.campaignId).execute()
    await addPrice(product, 'ES')
    expect(await retry([])).toMatchObject({ recipients: 1 })
  })

  test('is refused when no recipient qualifies, and for a campaign of another vendor', async () => {
    const [sender, other] = [await bareSender(product), await bareSender(product)]
    const [ours, theirs] = [await ended(sender, ['131026']), await ended(other, ['131000'])]
    await expect(retryBare(product, sender, ours)).rejects.toMatchObject({ code: 'NOBODY_TO_RETRY' })
    await expect(retryBare(product, sender, theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

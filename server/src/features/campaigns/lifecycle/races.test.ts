import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  accept,
  conversationsOf,
  ledgerOf,
  reportStatuses,
  runningCampaign,
  setStatus,
  sweepOnce,
} from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import { raceDeletes, raceStops } from '../../../../tests/support/campaigns/campaign-races.ts'
import { campaignRow } from '../../../../tests/support/campaigns/campaigns.ts'
import { startBeside } from '../../../../tests/support/payments/payment-processes.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { seededRandom } from '../../../../tests/support/random/seeded-random.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'], env: { DISPATCH_RATE_PER_SECOND: '100000' } })
})

const SEED = 56
test(`after a pause, cancel or suspension returns, only calls in flight are sent (20 races, seed ${SEED})`, async () => {
  await raceStops(product, 20, seededRandom(SEED))
})

test(`no message goes to a contact that was deleted before, and all money is accounted for (20 races, seed ${SEED})`, async () => {
  await raceDeletes(product, 20, seededRandom(SEED))
})

test('a cancel, a closing sweep and status updates at the same time move each cent once', async () => {
  for (let round = 0; round < 6; round++) {
    const sender = await runningCampaign(product, 8, { platformFeeMinorUnit: 10 })
    const wamids = await accept(product, sender.campaignId, 5)
    await setStatus(product, sender.campaignId, 'UNKNOWN', 1)
    const cancel = () => product.post(`/campaigns/${sender.campaignId}/cancel`, undefined, sender)
    await Promise.all([
      reportStatuses(product, wamids.slice(0, 3), 'sent'),
      cancel(),
      sweepOnce(product, 2 * 86_400),
      cancel(),
      reportStatuses(product, wamids.slice(0, 2), 'delivered'),
      reportStatuses(product, wamids.slice(2), 'failed', 131026),
      sweepOnce(product, 2 * 86_400),
    ])
    await sweepOnce(product, 4 * 86_400)
    expect((await campaignRow(product, sender.campaignId)).billing_closed_at).not.toBeNull()
    const rows = await ledgerOf(product, sender.vendorId)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    const back = rows.slice(1).reduce((sum, { amount }) => sum + amount, 0n)
    const { body } = await product.get(`/campaigns/${sender.campaignId}`, sender)
    expect(BigInt(body.cost.capturedMinorUnit) + back).toBe(810n)
    expect(body.counts.DELIVERED).toBe(2)
  }
})

test('an exclusion at the resume, a cancel, a pause, late updates and closing at the same time move each cent once', async () => {
  for (let round = 0; round < 6; round++) {
    const sender = await runningCampaign(product, 8, { platformFeeMinorUnit: 10 })
    const { campaignId, vendorId } = sender
    const wamids = await accept(product, campaignId, 3)
    await sql`update message set country_code = 'ES' where campaign_id = ${campaignId} and mobile_hash in (
      select mobile_hash from message where campaign_id = ${campaignId} order by wamid nulls first limit 6)`.execute(
      product.deps.db,
    )
    const act = (name: string, body?: object) => product.post(`/campaigns/${campaignId}/${name}`, body, sender)
    await act('pause')
    const exclude = () => act('resume', { excludeCountries: ['ES'] })
    const ends = round % 2 === 0 ? [act('cancel')] : [act('pause'), exclude()]
    await Promise.all([
      exclude(),
      reportStatuses(product, wamids.slice(0, 2), 'delivered'),
      ...ends,
      exclude(),
      reportStatuses(product, wamids.slice(2), 'failed', 131026),
      sweepOnce(product, 2 * 86_400),
    ])
    await act('cancel')
    for (const days of [1, 3]) await sweepOnce(product, days * 86_400)
    const { body } = await product.get(`/campaigns/${campaignId}`, sender)
    expect(body).toMatchObject({
      billingClosedAt: expect.any(String),
      counts: { CANCELLED: 5, DELIVERED: 2, FAILED: 1 },
    })
    const rows = await ledgerOf(product, vendorId)
    const back = rows.slice(1).reduce((sum, { amount }) => sum + amount, 0n)
    expect([body.cost.capturedMinorUnit, back]).toEqual([210, 600n])
    expect(await conversationsOf(product, vendorId)).toEqual({ used: 2n, reserved: 0n })
  }
})

test('when a worker is killed while closing a campaign, nothing is changed, and the next one closes it once', async () => {
  const sender = await runningCampaign(product, 6, { platformFeeMinorUnit: 10, status: 'COMPLETED' })
  const { campaignId, vendorId } = sender
  await reportStatuses(product, await accept(product, campaignId, 4), 'delivered')
  const before = await ledgerOf(product, vendorId)
  const doomed = await startBeside({ product }, { CRASH_AT: 'campaign.closing' })
  const [, signal] = await once(doomed.child, 'exit')
  expect(signal).toBe('SIGKILL')
  expect((await ledgerOf(product, vendorId)).filter(({ key }) => key === `release-${campaignId}`)).toEqual([])
  expect((await campaignRow(product, campaignId)).billing_closed_at).toBeNull()
  await Promise.all([sweepOnce(product), sweepOnce(product)])
  expect((await campaignRow(product, campaignId)).billing_closed_at).not.toBeNull()
  const { body } = await product.get(`/campaigns/${campaignId}`, sender)
  expect(body.cost).toMatchObject({ capturedMinorUnit: 410, releasedMinorUnit: 200, heldMinorUnit: 0 })
  expect((await ledgerOf(product, vendorId)).length).toBeLessThanOrEqual(before.length + 2)
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  accept,
  conversationsOf,
  keyedSender,
  ledgerOf,
  notificationsOf,
  reportStatuses,
  runningCampaign,
  setStatus,
  statusesOf,
  sweepOnce,
} from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import { campaignRow, launchBody } from '../../../../tests/support/campaigns/campaigns.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../sandbox/seed.ts'

const DAY = 86_400
let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const act = (what: string, { token, campaignId }: { token: string; campaignId: string }) =>
  product.post(`/campaigns/${campaignId}/${what}`, undefined, { token })
const read = async ({ token, campaignId }: { token: string; campaignId: string }, path = '') =>
  (await product.get(`/campaigns/${campaignId}${path}`, { token })).body

describe('a campaign', () => {
  test('shows its progress, its money and when the rest of the hold is returned', async () => {
    const sender = await runningCampaign(product, 10, { platformFeeMinorUnit: 50 })
    const wamids = await accept(product, sender.campaignId, 6)
    await reportStatuses(product, wamids.slice(0, 4), 'delivered')
    await reportStatuses(product, wamids.slice(0, 1), 'read')
    await reportStatuses(product, wamids.slice(4, 5), 'failed', 131026)
    const seen = await read(sender)
    expect(seen).toMatchObject({
      status: 'RUNNING',
      pauseReason: null,
      recipients: 10,
      counts: { QUEUED: 4, SENDING: 0, SENT: 1, DELIVERED: 4, FAILED: 1, UNKNOWN: 0, CANCELLED: 0 },
      readCount: 1,
      progress: { total: 10, done: 6, percent: 60 },
      parentCampaignId: null,
      cost: {
        estimatedMinorUnit: 1_050,
        platformFeeMinorUnit: 50,
        reservedMinorUnit: 1_050,
        capturedMinorUnit: 400,
        refundedMinorUnit: 100,
        releasedMinorUnit: 0,
        heldMinorUnit: 550,
        heldUntil: null,
      },
    })
    expect(Date.parse(seen.endsAt) - product.deps.clock.now().getTime()).toBeLessThan(1_000)
  })

  test('sends nothing while it is paused, and shows the reason', async () => {
    const sender = await runningCampaign(product, 3)
    const paused = await act('pause', sender)
    expect(paused).toMatchObject({ status: 200, body: { status: 'PAUSED', pauseReason: 'BY_VENDOR', endsAt: null } })
    expect(paused.body.pauseExplanation).toBe('It was paused by your team. Resume it at any time.')
    expect(await act('pause', sender)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE', currentStatus: 'PAUSED' },
    })
    await sweepOnce(product)
    expect(await read(sender)).toMatchObject({ status: 'PAUSED', cost: { heldMinorUnit: 300 } })
    expect(await act('resume', sender)).toMatchObject({ status: 200, body: { status: 'RUNNING', pauseReason: null } })
    expect(await act('resume', sender)).toMatchObject({ status: 409, body: { currentStatus: 'RUNNING' } })
    expect(await notificationsOf(product, sender.vendorId)).toEqual([])
  })

  test.each(['RUNNING', 'PAUSED'] as const)(
    'that is %s refunds unsent messages at once when it is cancelled',
    async (status) => {
      const sender = await runningCampaign(product, 10, { status, platformFeeMinorUnit: 50 })
      const { campaignId, vendorId } = sender
      const before = await figuresOf(product.deps.db, vendorId)
      const wamids = await accept(product, campaignId, 3)
      await setStatus(product, campaignId, 'SENDING', 1)
      await reportStatuses(product, wamids.slice(0, 1), 'delivered')
      expect(await act('cancel', sender)).toMatchObject({
        status: 200,
        body: { status: 'CANCELLED', counts: { CANCELLED: 6, SENDING: 1, SENT: 2, DELIVERED: 1 } },
      })
      expect((await figuresOf(product.deps.db, vendorId)).balance).toBe(before.balance + 600n)
      expect(await ledgerOf(product, vendorId)).toMatchObject([
        { key: `reserve-${campaignId}` },
        { key: `release-${campaignId}-cancelled`, type: 'REFUND', amount: 600n },
      ])
      expect(await conversationsOf(product, vendorId)).toEqual({ used: 1n, reserved: 3n })
      expect(await act('cancel', sender)).toMatchObject({ status: 409, body: { currentStatus: 'CANCELLED' } })
      expect(await act('resume', sender)).toMatchObject({ status: 409, body: { currentStatus: 'CANCELLED' } })
    },
  )

  test('that is scheduled can be cancelled: no money moves, and it never starts', async () => {
    await sql`update exchange_rate set fetched_at = ${product.deps.clock.now()}`.execute(product.deps.db)
    const sender = await keyedSender(product)
    const scheduledAt = new Date(product.deps.clock.now().getTime() + HOUR_MS).toISOString()
    const { body } = await product.post('/campaigns/launch', launchBody(sender, { scheduledAt }), sender)
    const { campaignId } = body
    expect(await act('pause', { ...sender, campaignId })).toMatchObject({ status: 409 })
    expect(await act('cancel', { ...sender, campaignId })).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    await sweepOnce(product, 7_200)
    expect(await read({ ...sender, campaignId })).toMatchObject({
      status: 'CANCELLED',
      billingClosedAt: expect.any(String),
    })
    expect(await ledgerOf(product, sender.vendorId)).toEqual([])
  })

  test('whose recipients are still being written refunds those as well', async () => {
    const sender = await runningCampaign(product, 10, { isExpanded: false })
    await product.deps.db
      .deleteFrom('message')
      .where('campaign_id', '=', sender.campaignId)
      .where('id', 'in', (eb) =>
        eb.selectFrom('message').select('id').where('campaign_id', '=', sender.campaignId).limit(4),
      )
      .execute()
    expect((await read(sender)).progress).toEqual({ total: 10, done: 0, percent: 0 })
    await act('cancel', sender)
    expect(await ledgerOf(product, sender.vendorId)).toMatchObject([{}, { amount: 1_000n }])
    expect(await conversationsOf(product, sender.vendorId)).toEqual({ used: 0n, reserved: 0n })
  })

  test('refunds messages that were requeued after it was cancelled', async () => {
    const sender = await runningCampaign(product, 5)
    await setStatus(product, sender.campaignId, 'SENDING', 2)
    await act('cancel', sender)
    await product.deps.db
      .updateTable('message')
      .set({ status: 'QUEUED', sending_until: null, retry_count: 1 })
      .where('campaign_id', '=', sender.campaignId)
      .where('status', '=', 'SENDING')
      .execute()
    await sweepOnce(product)
    expect(await statusesOf(product, sender.campaignId)).toEqual({ CANCELLED: 5 })
    expect((await ledgerOf(product, sender.vendorId)).map(({ amount }) => amount)).toEqual([500n, 300n, 200n])
    expect(await conversationsOf(product, sender.vendorId)).toEqual({ used: 0n, reserved: 0n })
    expect((await read(sender)).billingClosedAt).not.toBeNull()
  })

  test('completes when nothing is left to send, and notifies the vendor once', async () => {
    const sender = await runningCampaign(product, 4)
    await accept(product, sender.campaignId, 3)
    await sweepOnce(product)
    expect((await campaignRow(product, sender.campaignId)).status).toBe('RUNNING')
    await setStatus(product, sender.campaignId, 'SENDING', 1)
    await sweepOnce(product)
    expect((await campaignRow(product, sender.campaignId)).status).toBe('RUNNING')
    await product.deps.db
      .updateTable('message')
      .set({ status: 'UNKNOWN' })
      .where('campaign_id', '=', sender.campaignId)
      .where('status', '=', 'SENDING')
      .execute()
    await Promise.all([sweepOnce(product), sweepOnce(product), sweepOnce(product)])
    const seen = await read(sender)
    expect(seen).toMatchObject({ status: 'COMPLETED', progress: { done: 4, percent: 100 }, billingClosedAt: null })
    expect(Date.parse(seen.cost.heldUntil) - Date.parse(seen.endedAt)).toBeLessThanOrEqual(DAY * 1_000)
    expect(await notificationsOf(product, sender.vendorId)).toEqual(['CAMPAIGN_COMPLETED'])
  })

  test('does not complete before all recipients are written', async () => {
    const sender = await runningCampaign(product, 2, { isExpanded: false })
    await accept(product, sender.campaignId, 2)
    await sweepOnce(product)
    expect((await campaignRow(product, sender.campaignId)).status).toBe('RUNNING')
  })
})

describe('billing', () => {
  test('closes once every message is delivered, failed or cancelled, and the fee is charged', async () => {
    const sender = await runningCampaign(product, 5, { platformFeeMinorUnit: 70 })
    const wamids = await accept(product, sender.campaignId, 5)
    await sweepOnce(product)
    await reportStatuses(product, wamids.slice(0, 4), 'delivered')
    await sweepOnce(product)
    expect((await read(sender)).billingClosedAt).toBeNull()
    await reportStatuses(product, wamids.slice(4), 'failed', 131026)
    await sweepOnce(product)
    expect(await read(sender)).toMatchObject({
      billingClosedAt: expect.any(String),
      cost: { capturedMinorUnit: 470, refundedMinorUnit: 100, releasedMinorUnit: 0, heldMinorUnit: 0, heldUntil: null },
    })
    expect(await conversationsOf(product, sender.vendorId)).toEqual({ used: 4n, reserved: 0n })
  })

  test('returns the fee when the provider accepted no message', async () => {
    const sender = await runningCampaign(product, 2, { platformFeeMinorUnit: 70 })
    await act('cancel', sender)
    await sweepOnce(product)
    expect(await ledgerOf(product, sender.vendorId)).toMatchObject([
      { amount: 270n },
      { amount: 200n, key: `release-${sender.campaignId}-cancelled` },
      { amount: 70n, key: `release-${sender.campaignId}` },
    ])
    expect((await read(sender)).cost).toMatchObject({ capturedMinorUnit: 0, releasedMinorUnit: 270 })
  })

  test('closes a day after the end at the latest; later updates move no money except one refund for a failure', async () => {
    const sender = await runningCampaign(product, 6, { platformFeeMinorUnit: 70 })
    const { campaignId, vendorId } = sender
    const wamids = await accept(product, campaignId, 5)
    await setStatus(product, campaignId, 'UNKNOWN', 1)
    await reportStatuses(product, wamids.slice(0, 3), 'sent')
    await sweepOnce(product)
    await sweepOnce(product, DAY - 120)
    expect((await campaignRow(product, campaignId)).billing_closed_at).toBeNull()
    await Promise.all([sweepOnce(product, DAY), sweepOnce(product, DAY), sweepOnce(product, DAY)])
    expect(await statusesOf(product, campaignId)).toEqual({ SENT: 5, FAILED: 1 })
    // Three with a status update, two accepted without one, one unknown.
    const closed = (await read(sender)).cost
    expect(closed).toMatchObject({
      capturedMinorUnit: 570,
      refundedMinorUnit: 100,
      releasedMinorUnit: 0,
      heldMinorUnit: 0,
    })
    expect(await conversationsOf(product, vendorId)).toEqual({ used: 5n, reserved: 0n })
    const settled = await figuresOf(product.deps.db, vendorId)

    await reportStatuses(product, wamids.slice(0, 1), 'delivered')
    await reportStatuses(product, wamids.slice(3, 4), 'delivered')
    expect(await figuresOf(product.deps.db, vendorId)).toEqual(settled)
    for (const wamid of [wamids[1], wamids[4], wamids[1], wamids[4]])
      await reportStatuses(product, [wamid as string], 'failed', 131026)
    expect((await figuresOf(product.deps.db, vendorId)).balance).toBe(settled.balance + 200n)
    expect(await conversationsOf(product, vendorId)).toEqual({ used: 3n, reserved: 0n })
    await sweepOnce(product, 2 * DAY)
    expect((await ledgerOf(product, vendorId)).map(({ key }) => key)).toEqual([
      `reserve-${campaignId}`,
      ...Array(3).fill(expect.stringMatching(/^refund-msg-[0-9a-f-]{36}$/)),
    ])
  })
})

test('operators see the campaigns of a vendor, the money on hold, and the backlog of the whole platform', async () => {
  const { body: signedIn } = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
  const ask = async (path: string) => (await product.get(`/admin/${path}`, { token: signedIn.accessToken })).body
  const before = (await ask('dashboard')).messaging
  const sender = await runningCampaign(product, 3, { platformFeeMinorUnit: 5 })
  await setStatus(product, sender.campaignId, 'UNKNOWN', 1)
  expect((await ask(`vendors/${sender.vendorId}`)).campaigns).toEqual({
    byStatus: { SCHEDULED: 0, RUNNING: 1, PAUSED: 0, COMPLETED: 0, CANCELLED: 0, FAILED: 0 },
    heldMinorUnit: 305,
  })
  const after = (await ask('dashboard')).messaging
  const more = Object.fromEntries(Object.entries(after).map(([name, count]) => [name, Number(count) - before[name]]))
  expect(more).toMatchObject({
    runningCampaigns: 1,
    launchedCampaigns: 1,
    recipients: 3,
    queuedMessages: 2,
    unknownMessages: 1,
  })
})

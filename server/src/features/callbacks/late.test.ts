import { beforeAll, expect, test } from 'vitest'
import {
  accept,
  conversationsOf,
  ledgerOf,
  reportStatuses,
  runningCampaign,
  setStatus,
  sweepOnce,
} from '../../../tests/support/campaigns/campaign-lifecycle.ts'
import { messagesOf } from '../../../tests/support/campaigns/campaigns.ts'
import { handleStatuses } from '../../../tests/support/messaging/handle-statuses.ts'
import { figuresOf } from '../../../tests/support/money/wallets.ts'
import { signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { recordOutcomes } from '../messages/sending/outcomes.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../sandbox/seed.ts'

const DAY = 86_400
const [UNIT, FEE] = [100, 50]

let product: TestProduct
let operator: { token: string }
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  operator = { token: (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken }
})

type Message = Awaited<ReturnType<typeof messagesOf>>[number]

/** A closed campaign: some messages were accepted and never reported on, the others have an unknown outcome. */
async function closed({ silent, unknown }: { silent: number; unknown: number }) {
  const sender = await runningCampaign(product, silent + unknown, {
    unitMinorUnit: UNIT,
    platformFeeMinorUnit: FEE,
    metaCostUsdMicros: 800,
  })
  const { campaignId, vendorId, token } = sender
  await accept(product, campaignId, silent)
  await setStatus(product, campaignId, 'UNKNOWN', unknown)
  const rows = await messagesOf(product, campaignId)
  const isUnknown = ({ status }: Message) => status === 'UNKNOWN'
  await sweepOnce(product)
  await sweepOnce(product, DAY + 1)
  return {
    campaignId,
    vendorId,
    silent: rows.filter((row) => !isUnknown(row)),
    unknown: rows.filter(isUnknown),
    page: async () => (await product.get(`/campaigns/${campaignId}`, { token })).body,
    receipt: async () => (await product.get(`/campaigns/${campaignId}/receipt`, { token })).body,
    message: async ({ id }: Message) => (await product.get(`/messages/${id}`, { token })).body,
    conversations: () => conversationsOf(product, vendorId),
    balance: async () => Number((await figuresOf(product.deps.db, vendorId)).balance),
    keys: async () => (await ledgerOf(product, vendorId)).map(({ key }) => key),
  }
}

/** As a verified callback of the provider reports it. */
const report = (message: Message, status: string, code?: number) =>
  handleStatuses(
    product.deps,
    [
      {
        id: message.wamid ?? `wamid.late-${message.id}`,
        status,
        timestamp: String(Math.floor(product.deps.clock.now().getTime() / 1_000)),
        biz_opaque_callback_data: message.id,
        ...(code !== undefined && { errors: [{ code }] }),
      },
    ],
    product.deps.clock.now(),
  )
const discrepancies = async (query = '') => (await product.get(`/admin/provider/discrepancies${query}`, operator)).body

test('when billing closes, accepted messages stay charged and counted, and those of unknown outcome are refunded', async () => {
  const campaign = await closed({ silent: 4, unknown: 2 })
  expect(await campaign.page()).toMatchObject({
    billingClosedAt: expect.any(String),
    counts: { SENT: 4, FAILED: 2, UNKNOWN: 0 },
    failures: [{ errorCode: 'OUTCOME_UNKNOWN', count: 2 }],
    cost: {
      reservedMinorUnit: 6 * UNIT + FEE,
      capturedMinorUnit: 4 * UNIT + FEE,
      refundedMinorUnit: 2 * UNIT,
      releasedMinorUnit: 0,
      heldMinorUnit: 0,
    },
  })
  expect(await campaign.receipt()).toMatchObject({
    isFinal: true,
    lines: [{ messages: 4, totalMinorUnit: 4 * UNIT }],
    campaignFeeMinorUnit: FEE,
    totalMinorUnit: 4 * UNIT + FEE,
  })
  expect(await campaign.conversations()).toEqual({ used: 4n, reserved: 0n })
  const refunds = campaign.unknown.map(({ id }) => `refund-msg-${id}`)
  expect((await campaign.keys()).sort()).toEqual([`reserve-${campaign.campaignId}`, ...refunds].sort())
})

test('status updates after the close still change their message, refund a failure once, and the books balance', async () => {
  const campaign = await closed({ silent: 4, unknown: 3 })
  const { silent, unknown } = campaign
  const [read, delivered, failed] = silent as [Message, Message, Message]
  const [found, lost, taken] = unknown as [Message, Message, Message]
  const before = await campaign.balance()
  await Promise.all([
    // Without a delivery before.
    report(read, 'read'),
    report(delivered, 'delivered'),
    ...[1, 2, 3].map(() => report(failed, 'failed', 131026)),
    report(found, 'delivered'),
    report(lost, 'failed', 131000),
    report(taken, 'sent'),
  ])
  const at = expect.any(String)
  expect(await campaign.message(read)).toMatchObject({ status: 'DELIVERED', deliveredAt: at, readAt: at })
  expect(await campaign.message(delivered)).toMatchObject({ status: 'DELIVERED', deliveredAt: at, readAt: null })
  expect(await campaign.message(failed)).toMatchObject({ status: 'FAILED', errorCode: '131026', failedAt: at })
  expect(await campaign.message(found)).toMatchObject({
    status: 'DELIVERED',
    deliveredAt: at,
    errorCode: null,
    failedAt: null,
  })
  expect(await campaign.message(lost)).toMatchObject({ status: 'FAILED', errorCode: '131000' })
  expect(await campaign.message(taken)).toMatchObject({ status: 'FAILED', errorCode: 'OUTCOME_UNKNOWN', sentAt: at })
  expect(await campaign.balance()).toBe(before + UNIT)
  expect((await campaign.keys()).filter((key) => key === `refund-msg-${failed.id}`)).toHaveLength(1)

  const { counts, cost } = await campaign.page()
  expect(counts).toMatchObject({ SENT: 1, DELIVERED: 3, FAILED: 3 })
  expect(cost).toMatchObject({
    reservedMinorUnit: 7 * UNIT + FEE,
    capturedMinorUnit: 3 * UNIT + FEE,
    refundedMinorUnit: 4 * UNIT,
    releasedMinorUnit: 0,
    heldMinorUnit: 0,
  })
  expect(await campaign.receipt()).toMatchObject({
    lines: [{ messages: 3, totalMinorUnit: 3 * UNIT }],
    campaignFeeMinorUnit: FEE,
    totalMinorUnit: 3 * UNIT + FEE,
  })
  expect(await campaign.conversations()).toEqual({ used: 3n, reserved: 0n })

  // The first of two contradicting updates still wins.
  await report(read, 'failed', 131026)
  await report(failed, 'delivered')
  expect(await campaign.message(read)).toMatchObject({ status: 'DELIVERED', errorCode: null })
  expect(await campaign.message(failed)).toMatchObject({ status: 'FAILED', deliveredAt: null })
  expect(await campaign.balance()).toBe(before + UNIT)
})

test('an opt-out in a status update after the close is applied, also for a message that was given up', async () => {
  const { silent, unknown, vendorId } = await closed({ silent: 1, unknown: 1 })
  for (const message of [...silent, ...unknown]) await report(message, 'failed', 131050)
  const jobs = await product.deps.db
    .selectFrom('outbox_event')
    .select('payload')
    .where('vendor_id', '=', vendorId)
    .where('job_name', '=', 'messages.opt-out')
    .execute()
  expect(jobs.map(({ payload }) => (payload as { messageIds: string[] }).messageIds[0]).sort()).toEqual(
    [...silent, ...unknown].map(({ id }) => id).sort(),
  )
})

test('operators page through contradicting status updates, newest first, including unpaid deliveries', async () => {
  const earlier = (await discrepancies()).total
  const { vendorId, campaignId, silent, unknown } = await closed({ silent: 1, unknown: 2 })
  for (const message of unknown) await report(message, 'delivered')
  await report(silent[0] as Message, 'delivered')
  await report(silent[0] as Message, 'failed', 131026)
  const first = await discrepancies('?pageSize=2')
  expect(first).toMatchObject({ total: earlier + 3, data: { length: 2 } })
  expect(first.data[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    vendorId,
    companyName: expect.any(String),
    messageId: silent[0]?.id,
    campaignId,
    reportedStatus: 'failed',
    errorCode: '131026',
    reportedAt: expect.stringMatching(/Z$/),
    receivedAt: expect.stringMatching(/Z$/),
    status: 'DELIVERED',
    charged: true,
    costMinorUnit: UNIT,
    currency: 'INR',
  })
  const second = await discrepancies(`?pageSize=2&cursor=${encodeURIComponent(first.nextCursor)}`)
  const unpaid = [first.data[1], second.data[0]]
  for (const row of unpaid) expect(row).toMatchObject({ reportedStatus: 'delivered', charged: false, vendorId })
  expect(unpaid.map(({ messageId }) => messageId)).toEqual(unknown.map(({ id }) => id).reverse())
})

test('an answer that arrives while billing closes finds its message settled either way', async () => {
  for (let round = 0; round < 5; round++) {
    const sender = await runningCampaign(product, 20)
    const { campaignId, vendorId } = sender
    await setStatus(product, campaignId, 'UNKNOWN', 20)
    await sweepOnce(product)
    const rows = await messagesOf(product, campaignId)
    const answers = rows.map(({ id }) => ({ id, isSingle: false, status: 'SENT' as const, wamid: `wamid.${id}` }))
    await Promise.all([
      sweepOnce(product, DAY + 1),
      ...answers.map((answer) => recordOutcomes(product.deps, vendorId, [answer], product.deps.clock.now())),
    ])
    const after = await messagesOf(product, campaignId)
    for (const { status, settled_as, error_code } of after)
      expect([status, settled_as, error_code]).toEqual(
        status === 'SENT' ? ['SENT', 'CAPTURED', null] : ['FAILED', 'REFUNDED', 'OUTCOME_UNKNOWN'],
      )
    const charged = after.filter(({ status }) => status === 'SENT').length
    expect((await conversationsOf(product, vendorId)).used).toBe(BigInt(charged))
    await reportStatuses(product, [after[0]?.wamid as string], 'failed', 131026)
  }
})

import { beforeAll, describe, expect, test } from 'vitest'
import {
  accept,
  keyedSender,
  reportStatuses,
  runningCampaign,
  sweepOnce,
} from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import { givenCampaign } from '../../../../tests/support/campaigns/campaign-rows.ts'
import { listOf, messagesOf } from '../../../../tests/support/campaigns/campaigns.ts'
import { admin } from '../../../../tests/support/campaigns/launched.ts'
import { changedBetweenReads } from '../../../../tests/support/database/between-reads.ts'
import { startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { cellsOf } from '../../../../tests/support/tables/csv-cells.ts'
import { readDashboard } from '../../dashboard/read.ts'
import { cancelCampaign } from '../lifecycle/cancel.ts'
import { readCampaignDetails } from './campaign-details.ts'
import { listCampaigns, readCampaign } from './read-campaign.ts'
import { campaignReceipt } from './receipt.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const get = async (path: string, token: string) => (await product.get(path, { token })).body
/** Every page of a list. */
async function walk(path: string, token: string) {
  // biome-ignore lint/suspicious/noExplicitAny: rows as they are answered
  const rows: any[] = []
  for (let cursor = ''; ; ) {
    const page = await get(`${path}pageSize=3${cursor}`, token)
    rows.push(...page.data)
    if (!page.nextCursor) return rows
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
}

test('campaigns are listed newest first and can be filtered by status', async () => {
  const sender = await keyedSender(product, { contacts: 1 })
  const ids: string[] = []
  for (const status of ['RUNNING', 'PAUSED', 'RUNNING', 'RUNNING'] as const)
    ids.unshift(await givenCampaign(product, sender, { status, unitMinorUnit: 0 }))
  expect((await walk('/campaigns?', sender.token)).map(({ id }) => id)).toEqual(ids)
  const running = await get('/campaigns?status=RUNNING', sender.token)
  expect(running).toMatchObject({ total: 3, data: [{ id: ids[0] }, { id: ids[1] }, { id: ids[3] }] })
  expect((await product.get('/campaigns?status=NONSENSE', sender)).status).toBe(400)
})

test('the list shows what was delivered, read, failed and spent, as the campaign itself does', async () => {
  const sender = await runningCampaign(product, 5)
  await reportStatuses(product, await accept(product, sender.campaignId, 2), 'failed', 131026)
  await reportStatuses(product, await accept(product, sender.campaignId, 1), 'read')
  const second = await givenCampaign(product, sender, { unitMinorUnit: 0 })
  const { data } = await get('/campaigns', sender.token)
  expect(data).toMatchObject([
    { id: second, unsentCount: 5, deliveredCount: 0, failedCount: 0, spentMinorUnit: 0 },
    { id: sender.campaignId, unsentCount: 2, deliveredCount: 1, readCount: 1, failedCount: 2 },
  ])
  const { cost } = await get(`/campaigns/${sender.campaignId}`, sender.token)
  expect(data[1]).toMatchObject({ spentMinorUnit: cost.capturedMinorUnit, heldMinorUnit: cost.heldMinorUnit })
  expect((await get('/campaigns?sort=createdAt', sender.token)).data[0].id).toBe(sender.campaignId)
})

test('the list of a closed campaign shows a late failure, delivery and read receipt as the campaign itself does', async () => {
  const sender = await runningCampaign(product, 3)
  const wamids = await accept(product, sender.campaignId, 3)
  await sweepOnce(product)
  await sweepOnce(product, 2 * 86_400)
  const listed = async () => (await get('/campaigns', sender.token)).data[0]
  expect(await listed()).toMatchObject({ billingClosedAt: expect.any(String), failedCount: 0, spentMinorUnit: 300 })
  await reportStatuses(product, wamids.slice(0, 1), 'failed', 131026)
  await reportStatuses(product, wamids.slice(1, 2), 'read')
  const { counts, readCount, cost } = await get(`/campaigns/${sender.campaignId}`, sender.token)
  expect([counts.FAILED, counts.DELIVERED, readCount, cost.capturedMinorUnit]).toEqual([1, 1, 1, 200])
  expect(await listed()).toMatchObject({ failedCount: 1, deliveredCount: 1, readCount: 1, spentMinorUnit: 200 })
  expect(await get(`/campaigns/${sender.campaignId}/messages?read=true`, sender.token)).toMatchObject({ total: 1 })
})

test('failures are grouped by reason, most frequent first, and show which may be retried', async () => {
  const sender = await runningCampaign(product, 5)
  const wamids = await accept(product, sender.campaignId, 4)
  await reportStatuses(product, wamids.slice(0, 1), 'failed', 131026)
  await reportStatuses(product, wamids.slice(1, 3), 'failed', 131000)
  const { failures } = await get(`/campaigns/${sender.campaignId}`, sender.token)
  expect(failures).toEqual([
    expect.objectContaining({ errorCode: '131000', count: 2, costMinorUnit: 200, mayBeTriedAgain: true }),
    expect.objectContaining({ errorCode: '131026', count: 1, costMinorUnit: 100, mayBeTriedAgain: false }),
  ])
  expect(failures.map(({ suggestion }: { suggestion: string }) => suggestion)).toEqual([
    'The cause was temporary. Retry these recipients.',
    'Check these numbers and correct or delete them before the next campaign.',
  ])
  const path = `/campaigns/${sender.campaignId}/messages?errorCode=131000&`
  expect((await walk(path, sender.token)).map(({ errorCode }) => errorCode)).toEqual(['131000', '131000'])
})

describe('the figures of a response come from one snapshot, whatever is committed between its reads:', () => {
  /** A campaign of which one more message fails after each read. */
  async function failing() {
    const { campaignId, vendorId } = await runningCampaign(product, 12, { platformFeeMinorUnit: 30 })
    const wamids = await accept(product, campaignId, 12)
    await reportStatuses(product, wamids.slice(0, 9), 'sent')
    const db = changedBetweenReads(product.deps.db, async (read) => {
      const wamid = wamids[read - 1]
      if (wamid !== undefined) await reportStatuses(product, [wamid], 'failed', 131026)
    })
    return { vendorId, campaignId, deps: { ...product.deps, db } }
  }

  test('the money of a campaign matches the messages that it counts', async () => {
    const { vendorId, campaignId, deps } = await failing()
    const { counts, cost, failures } = await readCampaign(deps, vendorId, campaignId)
    expect(cost.releasedMinorUnit).toBe(0)
    expect(cost.refundedMinorUnit).toBe(counts.FAILED * 100)
    expect(cost.reservedMinorUnit).toBe(cost.capturedMinorUnit + cost.refundedMinorUnit + cost.heldMinorUnit)
    expect(cost.capturedMinorUnit).toBe((9 - counts.FAILED) * 100)
    expect(failures.reduce((sum, { count }) => sum + count, 0)).toBe(counts.FAILED)
    expect((await readCampaign(product.deps, vendorId, campaignId)).counts.FAILED).toBeGreaterThan(counts.FAILED)
  })

  test('the timeline and the receipt of a campaign match its counts and its cost', async () => {
    const { vendorId, campaignId, deps } = await failing()
    const { counts, cost, timeline, receipt } = await readCampaignDetails(deps, vendorId, campaignId, [
      'timeline',
      'receipt',
    ])
    expect(timeline?.steps.reduce((sum, { failed }) => sum + failed, 0)).toBe(counts.FAILED)
    expect(receipt?.totalMinorUnit).toBe(cost.capturedMinorUnit)
    const plain = await readCampaignDetails(product.deps, vendorId, campaignId, [])
    expect(plain).not.toHaveProperty('timeline')
    expect(plain).not.toHaveProperty('receipt')
  })

  test('a receipt adds up to what was charged', async () => {
    const { vendorId, campaignId, deps } = await failing()
    const { lines, totalMinorUnit, campaignFeeMinorUnit } = await campaignReceipt(deps.db, vendorId, campaignId)
    expect(campaignFeeMinorUnit).toBe(0)
    expect(lines.reduce((sum, line) => sum + line.totalMinorUnit, 0)).toBe(totalMinorUnit)
  })

  test('the dashboard counts what its running campaigns count', async () => {
    const { vendorId, campaignId, deps } = await failing()
    const who = admin(vendorId)
    const { totals, running, recentCampaigns, wallet, daily } = await readDashboard(deps, who, {})
    expect(recentCampaigns).toEqual(running)
    // The first spending is spread over a week.
    expect(wallet.runway).toEqual({
      dailyMinorUnit: Math.floor(totals.spentMinorUnit / 7),
      days: Math.floor((wallet.balanceMinorUnit * 7) / totals.spentMinorUnit),
    })
    expect(wallet.reservedMinorUnit).toBe(running[0]?.cost.heldMinorUnit)
    expect(running.map(({ id }) => id)).toEqual([campaignId])
    expect(totals.failed).toBe(running[0]?.counts.FAILED)
    expect(totals.spentMinorUnit).toBe(running[0]?.cost.capturedMinorUnit)
    expect(daily.reduce((sum, { failed }) => sum + failed, 0)).toBe(totals.failed)
  })

  test('the list shows no campaign as ended that has unsent messages', async () => {
    const sender = await runningCampaign(product, 3)
    await accept(product, sender.campaignId, 2)
    const db = changedBetweenReads(product.deps.db, async (read) => {
      if (read === 1) await cancelCampaign(product.deps, admin(sender.vendorId), sender.campaignId)
    })
    const page = { number: 1, limit: 10, offset: 0, after: undefined }
    const { campaigns } = await listCampaigns(db, sender.vendorId, { status: undefined }, page)
    expect(campaigns).toMatchObject([{ status: 'RUNNING', unsentCount: 1 }])
  })
})

test('the timeline has every message that was sent, delivered or failed, in steps without gaps', async () => {
  const sender = await runningCampaign(product, 6)
  const { db } = product.deps
  const launched = new Date('2026-11-01T10:00:00Z')
  const after = (seconds: number) => new Date(launched.getTime() + seconds * 1_000)
  await db.updateTable('campaign').set({ launched_at: launched }).where('id', '=', sender.campaignId).execute()
  const wamids = await accept(product, sender.campaignId, 3)
  const times = [
    { sent_at: after(0), delivered_at: after(-1) },
    { sent_at: after(1), delivered_at: after(150) },
    { sent_at: after(61), failed_at: after(149) },
  ]
  for (const [i, wamid] of wamids.entries())
    await db
      .updateTable('message')
      .set(times[i] ?? {})
      .where('wamid', '=', wamid)
      .execute()
  const { stepSeconds, steps } = await get(`/campaigns/${sender.campaignId}/timeline`, sender.token)
  expect(stepSeconds).toBe(5)
  expect(steps).toHaveLength(31)
  expect(steps[0]).toEqual({ at: launched.toISOString(), sent: 2, delivered: 1, failed: 0 })
  expect(steps[12]).toEqual({ at: after(60).toISOString(), sent: 1, delivered: 0, failed: 0 })
  expect(steps.slice(29)).toMatchObject([{ failed: 1 }, { delivered: 1, failed: 0 }])
})

describe('the messages of a campaign', () => {
  test('include name and number on request, unless the contact is deleted', async () => {
    const sender = await runningCampaign(product, 2)
    const path = `/campaigns/${sender.campaignId}/messages?contacts=true&`
    const [first, second] = await walk(path, sender.token)
    expect(first.contact).toEqual({ name: expect.any(String), e164: expect.stringMatching(/^\+9198\d{8}$/) })
    await product.del(`/contacts/${first.contactId}`, sender)
    expect((await walk(path, sender.token)).map(({ contact }) => contact)).toEqual([null, second.contact])
  })

  test('match the API contract, and paging through them misses none while they change', async () => {
    const sender = await runningCampaign(product, 10)
    const path = `/campaigns/${sender.campaignId}/messages?`
    const seen = new Set<string>()
    for (let cursor = ''; ; ) {
      const page = await get(`${path}pageSize=3${cursor}`, sender.token)
      expect(page.total).toBe(10)
      for (const { id } of page.data) seen.add(id)
      await reportStatuses(product, await accept(product, sender.campaignId, 1), 'delivered')
      if (!page.nextCursor) break
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    expect(seen.size).toBe(10)
    const [first] = await walk(path, sender.token)
    expect(Object.keys(first).sort()).toEqual(
      [
        ...['id', 'contactId', 'status', 'wamid', 'errorCode', 'errorReason', 'costMinorUnit', 'retryCount'],
        ...['nextRetryAt', 'sentAt', 'deliveredAt', 'readAt', 'failedAt'],
      ].sort(),
    )
  })

  test('can be filtered by status, and show the reason and the next attempt', async () => {
    const sender = await runningCampaign(product, 4)
    await reportStatuses(product, await accept(product, sender.campaignId, 1), 'failed', 131026)
    const due = new Date('2026-12-24T10:00:00Z')
    await product.deps.db
      .updateTable('message')
      .set({ retry_count: 2, due_at: due, error_code: '131000' })
      .where('campaign_id', '=', sender.campaignId)
      .where('status', '=', 'QUEUED')
      .execute()
    const path = `/campaigns/${sender.campaignId}/messages?`
    expect(await walk(`${path}status=FAILED&`, sender.token)).toMatchObject([
      { errorCode: '131026', errorReason: 'The number is not on WhatsApp or cannot receive this message' },
    ])
    const queued = await walk(`${path}status=QUEUED&`, sender.token)
    expect(queued).toHaveLength(3)
    expect(queued[0]).toMatchObject({ retryCount: 2, nextRetryAt: due.toISOString(), errorCode: '131000' })
  })
})

describe('the report', () => {
  test('has every recipient once, with number, name, status, code and reason', async () => {
    const sender = await runningCampaign(product, 3)
    const wamids = await accept(product, sender.campaignId, 2)
    await reportStatuses(product, wamids.slice(0, 1), 'read')
    await reportStatuses(product, wamids.slice(1), 'failed', 131050)
    const answer = await product.get(`/campaigns/${sender.campaignId}/report`, sender)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, ...rows] = cellsOf(answer.body)
    const all = rows.map((row) => Object.fromEntries((head ?? []).map((name, i) => [name, row[i]])))
    expect(all.map(({ status }) => status).sort()).toEqual(['DELIVERED', 'FAILED', 'QUEUED'])
    const failed = all.find(({ status }) => status === 'FAILED')
    expect(failed).toMatchObject({
      mobile: expect.stringMatching(/^9198\d{8}$/),
      name: expect.stringMatching(/^Name \d$/),
      country: 'IN',
      errorCode: '131050',
      reason: 'The recipient has opted out of marketing messages',
    })
    expect(new Set(all.map(({ mobile }) => mobile)).size).toBe(3)
  })

  test('is complete for thousands of recipients', async () => {
    const sender = await keyedSender(product, { contacts: 2_001 })
    const campaignId = await givenCampaign(product, sender, { unitMinorUnit: 0 })
    const { body } = await product.get(`/campaigns/${campaignId}/report`, sender)
    expect(cellsOf(body)).toHaveLength(1 + 2_001)
  })

  test('keeps the row of a deleted contact without number and name', async () => {
    const sender = await runningCampaign(product, 2)
    const [message] = await messagesOf(product, sender.campaignId)
    await product.del(`/contacts/${message?.contact_id}`, sender)
    const [, ...rows] = cellsOf((await product.get(`/campaigns/${sender.campaignId}/report`, sender)).body)
    expect(rows.map(([mobile, name]) => [mobile === '', name === '']).sort()).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test('has no cell that a spreadsheet would treat as a formula', async () => {
    const payloads = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=cmd|"/c calc"!A0', "'=1", '=1,"x"', '＝1+1', '＠A']
    const sender = await keyedSender(product, { contacts: 1 })
    const contacts = payloads.map((name, i) => ({ mobile: `9198700000${10 + i}`, name }))
    const listId = await listOf(product, sender.vendorId, contacts)
    const campaignId = await givenCampaign(product, { ...sender, listId }, {})
    const { body } = await product.get(`/campaigns/${campaignId}/report`, sender)
    const [, ...rows] = cellsOf(body)
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
    expect(rows).toHaveLength(payloads.length)
  })
})

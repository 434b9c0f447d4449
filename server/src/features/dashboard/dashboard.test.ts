import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { keyedSender } from '../../../tests/support/campaigns/campaign-lifecycle.ts'
import { givenCampaign } from '../../../tests/support/campaigns/campaign-rows.ts'
import { listOf, messagesOf } from '../../../tests/support/campaigns/campaigns.ts'
import { saveSentMessage } from '../../../tests/support/messaging/inbound.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { seededRandom } from '../../../tests/support/random/seeded-random.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import { newId } from '../../platform/ids.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const SEED = 57

test(`its figures match an independent count, in the vendor's time zone (seed ${SEED})`, async () => {
  const { below, chance, pick } = seededRandom(SEED)
  const { db } = product.deps
  const sender = await keyedSender(product, { contacts: 1 })
  const countries = ['IN', 'US', 'AE']
  const contacts = Array.from({ length: 60 }, (_, i) => ({
    mobile: `9198600000${10 + i}`,
    countryCode: pick(countries),
  }))
  const listId = await listOf(product, sender.vendorId, contacts)
  const campaignId = await givenCampaign(product, { ...sender, listId }, { unitMinorUnit: 7 })
  const start = Date.parse('2026-11-01T00:00:00Z')
  await db
    .updateTable('campaign')
    .set({ launched_at: new Date(start) })
    .where('id', '=', campaignId)
    .execute()
  const oracle = new Map<string, Record<string, number>>()
  for (const { id, country_code: country } of await messagesOf(product, campaignId)) {
    const at = new Date(start + below(5 * 24) * HOUR_MS + below(HOUR_MS))
    const isSent = chance(0.9)
    const isFailed = !isSent || chance(0.2)
    const isDelivered = !isFailed && chance(0.8)
    const isRead = isDelivered && chance(0.5)
    const isHeard = isDelivered || (!isFailed && chance(0.5))
    await sql`update message set
        status = ${isFailed ? 'FAILED' : isDelivered ? 'DELIVERED' : 'SENT'},
        settled_as = ${isFailed ? 'REFUNDED' : isHeard ? 'CAPTURED' : null}, is_counted = ${isHeard},
        wamid = ${isSent ? `wamid.${newId<'x'>()}` : null}, sent_at = ${isSent ? at : null},
        failed_at = ${isFailed ? new Date(at.getTime() + 30 * HOUR_MS * (isSent ? 1 : 0)) : null},
        delivered_at = ${isDelivered ? at : null}, read_at = ${isRead ? at : null}
       where id = ${id}`.execute(db)
    // India is five and a half hours ahead, all year.
    const day = new Date(at.getTime() + 5.5 * HOUR_MS).toISOString().slice(0, 10)
    for (const key of [day, country, 'all']) {
      const sum = oracle.get(key) ?? { messages: 0, accepted: 0, delivered: 0, read: 0, failed: 0, spentMinorUnit: 0 }
      const add = { messages: 1, accepted: +isSent, delivered: +isDelivered, read: +isRead, failed: +isFailed }
      for (const [name, count] of Object.entries(add)) sum[name] = (sum[name] ?? 0) + count
      sum['spentMinorUnit'] = (sum['spentMinorUnit'] ?? 0) + (isHeard ? 7 : 0)
      oracle.set(key, sum)
    }
  }
  const other = await keyedSender(product, { contacts: 1 })
  await saveSentMessage(product, other.vendorId, '919860000099')
  await db
    .updateTable('message')
    .set({ sent_at: new Date(start + 12 * HOUR_MS) })
    .where('vendor_id', '=', other.vendorId)
    .execute()
  // The ledger of this scenario does not match that of a real campaign.
  const { body } = await product.get('/dashboard?from=2026-11-01&to=2026-11-07', sender)
  expect(body).toMatchObject({ from: '2026-11-01', to: '2026-11-07', timezone: 'Asia/Kolkata', currency: 'INR' })
  expect(body.totals).toEqual(oracle.get('all'))
  expect(body.daily).toHaveLength(7)
  for (const { day, ...figures } of body.daily)
    expect(figures, day).toEqual(
      oracle.get(day) ?? { messages: 0, accepted: 0, delivered: 0, read: 0, failed: 0, spentMinorUnit: 0 },
    )
  for (const { countryCode, ...figures } of body.countries) expect(figures).toEqual(oracle.get(countryCode))
  const spent = body.spendByDayAndCountry.reduce(
    (sum: number, row: { spentMinorUnit: number }) => sum + row.spentMinorUnit,
    0,
  )
  expect(spent).toBe(oracle.get('all')?.['spentMinorUnit'])
  expect(body).toMatchObject({ campaigns: { RUNNING: 1, PAUSED: 0 }, running: [{ id: campaignId }], recentImports: [] })
  // The period does not contain the last days.
  expect(body.wallet).toMatchObject({ runway: null })
  expect(body.recentCampaigns).toMatchObject([{ id: campaignId }])
  const outside = await product.get('/dashboard?from=2026-11-08&to=2026-11-09', sender)
  expect(outside.body.totals).toMatchObject({ messages: 0, spentMinorUnit: 0 })
  await db.deleteFrom('message').where('campaign_id', '=', campaignId).execute()
})

test('a period is at most a year, and by default the last thirty days', async () => {
  const sender = await keyedSender(product, { contacts: 1 })
  const { body } = await product.get('/dashboard', sender)
  expect(body.daily).toHaveLength(30)
  expect(body.totals).toMatchObject({ messages: 0 })
  const ask = async (query: string) => (await product.get(`/dashboard?${query}`, sender)).status
  // Times stand for their days in the vendor's time zone.
  const byTimes = await product.get('/dashboard?from=2026-10-31T18:30:00Z&to=2026-11-07T18:29:59Z', sender)
  expect(byTimes).toMatchObject({ status: 200, body: { from: '2026-11-01', to: '2026-11-07' } })
  expect(await ask('from=2025-11-15&to=2026-11-15')).toBe(200)
  expect(await ask('from=2025-11-14&to=2026-11-15')).toBe(400)
  expect(await ask('from=2026-11-16&to=2026-11-15')).toBe(400)
  expect(await ask('from=2026-02-30')).toBe(400)
  expect(await ask('days=3')).toBe(400)
})

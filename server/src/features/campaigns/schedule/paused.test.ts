import { beforeAll, describe, expect, test } from 'vitest'
import { sweepOnce } from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import {
  addMoney,
  campaignRow,
  launchNow,
  newSender,
  type Sender,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { pauseForSuspension } from '../lifecycle/pause.ts'
import { startScheduled } from './start-scheduled.ts'

let product: Awaited<ReturnType<typeof startQuoting>>
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
})

const UNIT = 123
const MINUTE = 60
const DAY = 86_400
const inSeconds = (seconds: number) => new Date(product.deps.clock.now().getTime() + seconds * 1_000)
const schedule = (who: Sender, seconds: number) =>
  launchNow(product, who, { scheduledAt: inSeconds(seconds).toISOString() })
const resume = (who: Sender, id: string) => product.post(`/campaigns/${id}/resume`, undefined, who)
const move = (who: Sender, id: string, seconds: number) =>
  product.patch(`/campaigns/${id}`, { scheduledAt: inSeconds(seconds).toISOString() }, who)
const sweepAfter = async (seconds: number) => {
  await product.advance(seconds)
  await sweepOnce(product)
}
const suspend = (who: Sender) =>
  inTransaction(product.deps.db, (tx) => pauseForSuspension(tx, who.vendorId, product.deps.clock.now()))
const states = async (id: string) => {
  const { status, pause_reason, launched_at } = await campaignRow(product, id)
  return { status, pause_reason, isLaunched: launched_at !== null }
}
const SCHEDULED = { status: 'SCHEDULED', pause_reason: null, isLaunched: false }

describe('a campaign that was paused before its time', () => {
  test('is scheduled again when it is resumed, reserves nothing, and starts at its time', async () => {
    const who = await newSender(product, { contacts: 3, balanceMinorUnit: 3 * UNIT })
    const { campaignId } = await schedule(who, 21 * DAY)
    await suspend(who)
    expect(await states(campaignId)).toMatchObject({ status: 'PAUSED', pause_reason: 'VENDOR_SUSPENDED' })
    expect(await resume(who, campaignId)).toMatchObject({ status: 200, body: { status: 'SCHEDULED' } })
    expect(await states(campaignId)).toEqual(SCHEDULED)
    expect((await figuresOf(product.deps.db, who.vendorId)).reserved).toBe(0n)
    await sweepAfter(MINUTE)
    expect(await states(campaignId)).toEqual(SCHEDULED)
    await sweepAfter(21 * DAY)
    expect(await states(campaignId)).toMatchObject({ status: 'RUNNING', isLaunched: true })
  })

  test('is resumed only with all checks of a launch', async () => {
    const who = await newSender(product, { contacts: 3, balanceMinorUnit: 6 * UNIT - 1 })
    const { campaignId } = await schedule(who, DAY)
    await suspend(who)
    await launchNow(product, who)
    expect(await resume(who, campaignId)).toMatchObject({ status: 402, body: { shortfallMinorUnit: 1 } })
    expect(await states(campaignId)).toMatchObject({ status: 'PAUSED', pause_reason: 'VENDOR_SUSPENDED' })
  })
})

describe('a campaign that was refused at its time', () => {
  async function refused() {
    const who = await newSender(product, { contacts: 2, balanceMinorUnit: 2 * UNIT })
    const { campaignId } = await schedule(who, 10 * MINUTE)
    await launchNow(product, who)
    await sweepAfter(10 * MINUTE + 1)
    expect(await states(campaignId)).toMatchObject({ status: 'PAUSED', pause_reason: 'INSUFFICIENT_BALANCE' })
    return { who, campaignId }
  }

  test('and then moved to a later time does not start before it, and then starts by itself', async () => {
    const { who, campaignId } = await refused()
    const moved = await move(who, campaignId, 7 * DAY)
    expect(moved).toMatchObject({ status: 200, body: { status: 'PAUSED' } })
    const renamed = await product.patch(`/campaigns/${campaignId}`, { name: 'Next week' }, who)
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Next week', status: 'PAUSED' } })
    await addMoney(product, who.vendorId, 2 * UNIT)
    await sweepAfter(2 * MINUTE)
    expect(await states(campaignId)).toMatchObject({ status: 'PAUSED', isLaunched: false })
    await sweepAfter(7 * DAY)
    expect(await states(campaignId)).toMatchObject({ status: 'RUNNING' })
  })

  test('is scheduled for the later time when it is resumed', async () => {
    const { who, campaignId } = await refused()
    await move(who, campaignId, 7 * DAY)
    await addMoney(product, who.vendorId, 2 * UNIT)
    expect(await resume(who, campaignId)).toMatchObject({ status: 200, body: { status: 'SCHEDULED' } })
    expect((await move(who, campaignId, 8 * DAY)).status).toBe(200)
    expect(await states(campaignId)).toEqual(SCHEDULED)
  })
})

describe('a start without an exchange rate', () => {
  /** As if the worker had found the campaign due two days later, when there is no rate that may be used. */
  const startWithoutRate = async (who: Sender, campaignId: string) => {
    product.feed.answer({ status: 503 })
    const later = inSeconds(2 * DAY)
    const deps = { ...product.deps, clock: { ...product.deps.clock, now: () => later } }
    await startScheduled(deps, who.vendorId, campaignId, later)
    product.feed.quote({}, () => product.deps.clock.now())
  }

  test('pauses a campaign that is still due', async () => {
    const who = await newSender(product)
    const { campaignId } = await schedule(who, DAY)
    await startWithoutRate(who, campaignId)
    expect(await states(campaignId)).toMatchObject({ status: 'PAUSED', pause_reason: 'RATE_UNAVAILABLE' })
  })

  test('leaves a campaign alone that was moved to a later time, or that another worker has started', async () => {
    const who = await newSender(product)
    const { campaignId: moved } = await schedule(who, 7 * DAY)
    const { campaignId: running } = await launchNow(product, who)
    for (const id of [moved, running]) await startWithoutRate(who, id)
    expect(await states(moved)).toEqual(SCHEDULED)
    expect(await states(running)).toMatchObject({ status: 'RUNNING', pause_reason: null })
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { DAY_MS } from '../../../src/domain/durations.ts'
import { suspend, unsuspend } from '../../../src/features/admin/suspend.ts'
import { newId } from '../../../src/platform/ids.ts'
import { accepted, scriptedProvider, sendAll } from '../messaging/dispatch.ts'
import { figuresOf } from '../money/wallets.ts'
import type { TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { type KeyedSender, keyedSender, reportStatuses, statusesOf, sweepOnce } from './campaign-lifecycle.ts'
import { givenCampaign } from './campaign-rows.ts'
import { campaignRow, messagesOf } from './campaigns.ts'

const MESSAGES = 24
const BATCH = 4

/** What stops a campaign while workers send it, named like the route. */
type Stop = 'pause' | 'cancel' | 'freeze' | 'suspend'

/**
 * Stops a campaign at a random moment of its dispatch, `rounds` times, and checks which messages reached the provider.
 */
export async function raceStops(product: TestProduct, rounds: number, { below, pick }: SeededRandom) {
  const sender = await keyedSender(product, { contacts: MESSAGES, balanceMinorUnit: 100_000_000 })
  for (let round = 0; round < rounds; round++) {
    const stop = pick<Stop>(['pause', 'cancel', 'freeze', 'suspend'])
    await raceOnce(product, sender, stop, below(40))
  }
}

async function raceOnce(product: TestProduct, sender: KeyedSender, stop: Stop, afterMs: number) {
  const { deps } = product
  const campaignId = await givenCampaign(product, sender)
  const ids = (await messagesOf(product, campaignId)).map(({ id }) => id)
  const { provider, calls } = scriptedProvider(async () => {
    await sleep(5)
    return accepted()
  })
  const batches = Array.from({ length: MESSAGES / BATCH }, (_, i) => ids.slice(i * BATCH, (i + 1) * BATCH))
  const working = Promise.all(
    batches.map(async (batch, i) => {
      await sleep(i * 6)
      return sendAll(deps, sender.vendorId, batch, provider)
    }),
  )
  await sleep(afterMs)
  await stopBy(product, sender, campaignId, stop)
  const unsent = (await messagesOf(product, campaignId)).filter(
    ({ status }) => status === 'QUEUED' || status === 'CANCELLED',
  )
  await working
  // Batches that run after the stop must send nothing.
  for (const batch of batches) await sendAll(deps, sender.vendorId, batch, provider)

  const called = calls.map(({ reference }) => reference)
  expect(new Set(called).size, 'no recipient is sent to twice').toBe(called.length)
  if (stop === 'suspend') await setSuspended(product, sender, false)
  if (stop === 'freeze') await unfreeze(product, sender)
  else expect(called.filter((id) => unsent.some((message) => message.id === id))).toEqual([])
  await settleAll(product, sender, campaignId, called.length)
}

async function stopBy(product: TestProduct, sender: KeyedSender, campaignId: string, stop: Stop) {
  if (stop === 'suspend') return setSuspended(product, sender, true)
  if (stop !== 'freeze') {
    const { status } = await product.post(`/campaigns/${campaignId}/${stop}`, undefined, { token: sender.token })
    return expect(status).toBe(200)
  }
  const pastDue = new Date(product.deps.clock.now().getTime() - 9 * DAY_MS)
  await setPastDue(product, sender, pastDue)
  await sweepOnce(product)
  // All messages may have been sent before, so that there was nothing to stop.
  expect(['PAUSED', 'RUNNING', 'COMPLETED']).toContain((await campaignRow(product, campaignId)).status)
}

async function setSuspended({ deps }: TestProduct, { vendorId }: KeyedSender, isSuspended: boolean) {
  const operator = { kind: 'operator', accountId: newId<'account'>(), role: 'OWNER' } as const
  await (isSuspended ? suspend(deps, operator, vendorId, 'Complaints') : unsuspend(deps, operator, vendorId))
}

const setPastDue = ({ deps }: TestProduct, { vendorId }: KeyedSender, at: Date | null) =>
  deps.db.updateTable('subscription').set({ past_due_at: at }).where('vendor_id', '=', vendorId).execute()

async function unfreeze(product: TestProduct, sender: KeyedSender) {
  await setPastDue(product, sender, null)
  await sweepOnce(product)
}

/** Delivers everything that was sent and cancels the rest. The ledger must match. */
async function settleAll(product: TestProduct, sender: KeyedSender, campaignId: string, calledCount: number) {
  const wamids = (await messagesOf(product, campaignId)).flatMap(({ wamid }) => wamid ?? [])
  expect(wamids).toHaveLength(calledCount)
  await reportStatuses(product, wamids, 'delivered')
  await product.post(`/campaigns/${campaignId}/cancel`, undefined, { token: sender.token })
  await sweepOnce(product)
  await sweepOnce(product)
  const left = MESSAGES - calledCount
  expect(await statusesOf(product, campaignId)).toEqual({
    ...(calledCount > 0 && { DELIVERED: calledCount }),
    ...(left > 0 && { CANCELLED: left }),
  })
  expect((await campaignRow(product, campaignId)).billing_closed_at).not.toBeNull()
  const { body } = await product.get(`/campaigns/${campaignId}`, { token: sender.token })
  expect(body.cost).toMatchObject({
    capturedMinorUnit: calledCount * 100,
    releasedMinorUnit: left * 100,
    heldMinorUnit: 0,
  })
  const { reserved } = await figuresOf(product.deps.db, sender.vendorId)
  expect(reserved, `amount on hold of vendor ${sender.vendorId}`).toBe(0n)
}

/**
 * Deletes contacts while their campaign is being sent. A contact that was deleted before its turn must not get a
 * message.
 */
export async function raceDeletes(product: TestProduct, rounds: number, { below }: SeededRandom) {
  for (let round = 0; round < rounds; round++) {
    const sender = await keyedSender(product, { contacts: 12 })
    const campaignId = await givenCampaign(product, sender)
    const messages = await messagesOf(product, campaignId)
    const remove = async ({ contact_id: id }: (typeof messages)[number]) => {
      const { status } = await product.del(`/contacts/${id}`, { token: sender.token })
      expect(status).toBe(204)
    }
    const [early, late] = [messages.slice(0, 4), messages.slice(4, 8)]
    for (const message of early) await remove(message)
    const { provider, calls } = scriptedProvider(accepted)
    const sending = sendAll(
      product.deps,
      sender.vendorId,
      messages.map(({ id }) => id),
      provider,
    )
    await sleep(below(20))
    await Promise.all([sending, ...late.map(remove)])

    const called = new Set(calls.map(({ reference }) => reference))
    expect(called.size).toBe(calls.length)
    for (const { id } of early) expect(called.has(id)).toBe(false)
    const after = await messagesOf(product, campaignId)
    for (const { id, status, error_code } of after)
      expect([status, error_code]).toEqual(called.has(id) ? ['SENT', null] : ['FAILED', 'CONTACT_DELETED'])
    for (const { id } of messages.slice(8)) expect(called.has(id)).toBe(true)
    // What was sent and paid for stays on record, without personal data.
    const { body } = await product.get(`/campaigns/${campaignId}/report`, { token: sender.token })
    expect(body.split('\r\n')).toHaveLength(14)
    const { reserved } = await figuresOf(product.deps.db, sender.vendorId)
    expect(reserved, `amount on hold of vendor ${sender.vendorId}`).toBe(BigInt(called.size) * 100n)
  }
}

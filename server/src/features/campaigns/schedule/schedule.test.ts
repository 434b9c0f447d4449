import { beforeAll, describe, expect, test } from 'vitest'
import {
  addMoney,
  addToList,
  campaignRow,
  expanded,
  launchBody,
  launchNow,
  listOf,
  messagesOf,
  newSender,
  type Sender,
  someContacts,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { notificationKinds } from '../../../../tests/support/payments/subscriptions.ts'

let product: Awaited<ReturnType<typeof startQuoting>>
let sender: Sender
beforeAll(async () => {
  product = await startQuoting()
  sender = await newSender(product, { contacts: 3, balanceMinorUnit: 100_000 })
})

const UNIT = 123
const MINUTE = 60
const DAY = 86_400
const inSeconds = (seconds: number) => new Date(product.deps.clock.now().getTime() + seconds * 1_000).toISOString()
const ask = (more: object, who = sender) =>
  product.post('/campaigns/launch', launchBody(who, more), { token: who.token })
const until = (campaignId: string, wanted: object) =>
  eventually(async () => {
    const row = await campaignRow(product, campaignId)
    expect(row).toMatchObject(wanted)
    return row
  }, 20_000)

describe('a scheduled campaign', () => {
  test.each([
    ['now', 0],
    ['in less than five minutes', 5 * MINUTE - 10],
    ['in more than ninety days', 90 * DAY + 60],
    ['yesterday', -DAY],
  ])('is refused when it is to start %s', async (_, seconds) =>
    expect(await ask({ scheduledAt: inSeconds(seconds) })).toMatchObject({
      status: 422,
      body: { code: 'SCHEDULE_OUT_OF_REACH', errors: [{ path: 'scheduledAt' }] },
    }),
  )

  test('is checked at once, like a launch', async () => {
    const scheduledAt = inSeconds(DAY)
    const poor = await newSender(product, { balanceMinorUnit: 3 * UNIT - 1 })
    expect(await ask({ scheduledAt }, poor)).toMatchObject({ status: 402, body: { shortfallMinorUnit: 1 } })
    const empty = await listOf(product, sender.vendorId, 0)
    expect((await ask({ scheduledAt, contactListId: empty })).body.code).toBe('LIST_EMPTY')
  })

  test('reserves nothing, and is launched at its time with the audience of that time', async () => {
    const contactListId = await listOf(product, sender.vendorId, 2)
    const before = await figuresOf(product.deps.db, sender.vendorId)
    const { campaignId, ...answer } = await launchNow(product, sender, {
      contactListId,
      scheduledAt: inSeconds(30 * MINUTE),
    })
    expect(answer).toMatchObject({ status: 'SCHEDULED', recipients: 2, estimatedCostMinorUnit: 2 * UNIT })
    expect(await figuresOf(product.deps.db, sender.vendorId)).toEqual(before)
    await addToList(product, sender.vendorId, contactListId, someContacts(3))
    await product.advance(30 * MINUTE + 1)
    await until(campaignId, { status: 'RUNNING', recipients: 5 })
    await expanded(product, campaignId)
    expect(await messagesOf(product, campaignId)).toHaveLength(5)
    const { reserved } = await figuresOf(product.deps.db, sender.vendorId)
    expect(reserved - before.reserved).toBe(BigInt(5 * UNIT))
  })

  test('that the wallet cannot pay at its time is paused, notifies the vendor, and starts when money arrives', async () => {
    const who = await newSender(product, { contacts: 2, balanceMinorUnit: 2 * UNIT })
    const { campaignId } = await launchNow(product, who, { scheduledAt: inSeconds(10 * MINUTE) })
    await launchNow(product, who)
    await product.advance(10 * MINUTE + 1)
    await until(campaignId, { status: 'PAUSED', pause_reason: 'INSUFFICIENT_BALANCE', launched_at: null })
    expect(await notificationKinds(product, who)).toContain('CAMPAIGN_PAUSED')
    await addMoney(product, who.vendorId, 2 * UNIT - 1)
    await eventually(async () => {
      const { updated_at } = await campaignRow(product, campaignId)
      const { head_at } = await product.deps.db
        .selectFrom('wallet')
        .select('head_at')
        .where('vendor_id', '=', who.vendorId)
        .executeTakeFirstOrThrow()
      expect(updated_at.getTime()).toBeGreaterThanOrEqual(head_at.getTime())
    }, 10_000)
    expect((await campaignRow(product, campaignId)).status).toBe('PAUSED')
    await addMoney(product, who.vendorId, 1)
    await until(campaignId, { status: 'RUNNING', pause_reason: null })
    expect((await figuresOf(product.deps.db, who.vendorId)).balance).toBe(0n)
  })

  test('whose template or list was deleted is paused, and nothing is reserved', async () => {
    const contactListId = await listOf(product, sender.vendorId, 1)
    const scheduledAt = inSeconds(10 * MINUTE)
    const one = await launchNow(product, sender, { contactListId, scheduledAt })
    const other = await launchNow(product, sender, { scheduledAt })
    await product.del(`/contact-lists/${contactListId}`, sender)
    await product.deps.db
      .updateTable('template')
      .set({ status: 'PAUSED' })
      .where('id', '=', sender.templateId)
      .execute()
    await product.advance(10 * MINUTE + 1)
    await until(other.campaignId, { status: 'PAUSED', pause_reason: 'TEMPLATE_NOT_APPROVED' })
    await product.deps.db
      .updateTable('template')
      .set({ status: 'APPROVED' })
      .where('id', '=', sender.templateId)
      .execute()
    await product.advance(2 * MINUTE)
    await until(one.campaignId, { status: 'PAUSED', pause_reason: 'LIST_EMPTY' })
    await until(other.campaignId, { status: 'RUNNING' })
  })

  test('can be changed until it is launched', async () => {
    const { campaignId } = await launchNow(product, sender, { scheduledAt: inSeconds(DAY) })
    const later = inSeconds(2 * DAY)
    const changed = await product.patch(`/campaigns/${campaignId}`, { name: 'Later', scheduledAt: later }, sender)
    expect(changed).toMatchObject({ status: 200, body: { name: 'Later', scheduledAt: later, status: 'SCHEDULED' } })
    const wrong = await product.patch(`/campaigns/${campaignId}`, { variables: { '1': 'name' } }, sender)
    expect(wrong.body.code).toBe('VARIABLES_UNKNOWN')
    const soon = await product.patch(`/campaigns/${campaignId}`, { scheduledAt: inSeconds(60) }, sender)
    expect(soon.body.code).toBe('SCHEDULE_OUT_OF_REACH')
    const running = await launchNow(product, sender)
    const late = await product.patch(`/campaigns/${running.campaignId}`, { name: 'Too late' }, sender)
    expect(late).toMatchObject({ status: 409, body: { code: 'INVALID_STATE', currentStatus: 'RUNNING' } })
    await product.post(`/campaigns/${campaignId}/cancel`, undefined, sender)
  })

  test('prevents the account from being closed', async () => {
    const who = await newSender(product)
    const { campaignId } = await launchNow(product, who, { scheduledAt: inSeconds(DAY) })
    const leave = () => product.post('/billing/refund-requests', { kind: 'WALLET_EXIT', reason: 'We close.' }, who)
    expect(await leave()).toMatchObject({ status: 409, body: { blockedBy: 'ACTIVE_CAMPAIGN' } })
    expect((await product.post(`/campaigns/${campaignId}/cancel`, undefined, who)).status).toBe(200)
    expect((await leave()).status).toBe(201)
  })
})

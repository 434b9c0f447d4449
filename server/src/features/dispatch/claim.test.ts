import { beforeAll, describe, expect, test } from 'vitest'
import { givenCampaign } from '../../../tests/support/campaigns/campaign-rows.ts'
import {
  addMoney,
  bareSender,
  messagesOf,
  type SenderOptions,
  TWO_VARIABLES,
} from '../../../tests/support/campaigns/campaigns.ts'
import { codecOf } from '../../../tests/support/contacts/contacts.ts'
import { countWaitingForLocks } from '../../../tests/support/database/locks.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { accepted, givenReply, refused, scriptedProvider, sendAll } from '../../../tests/support/messaging/dispatch.ts'
import { figuresOf } from '../../../tests/support/money/wallets.ts'
import { DAY } from '../../../tests/support/payments/subscriptions.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { pauseCampaign } from '../campaigns/lifecycle/pause.ts'
import { optOut } from '../contacts/audience/opt-out.ts'
import { resumeFunded } from '../messages/sending/resume-funded.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'], env: { DISPATCH_RATE_PER_SECOND: '100000' } })
})

async function campaignOf(options: SenderOptions, given: object = {}) {
  const sender = await bareSender(product, options)
  const campaignId = await givenCampaign(product, sender, given)
  const rows = () => messagesOf(product, campaignId)
  return { ...sender, campaignId, rows, ids: (await rows()).map(({ id }) => id) }
}

describe('a claim', () => {
  test('of the same messages by twenty concurrent workers sends each message once', async () => {
    const { vendorId, ids, rows } = await campaignOf({ contacts: 40 })
    const { provider, calls } = scriptedProvider(accepted)
    await Promise.all(Array.from({ length: 20 }, () => sendAll(product.deps, vendorId, ids, provider)))
    expect(calls.map(({ reference }) => reference).sort()).toEqual([...ids].sort())
    for (const { status, wamid } of await rows()) expect([status, wamid]).toEqual(['SENT', expect.any(String)])
  })

  test('takes no more messages than there are permits, and the job comes back for the rest at once', async () => {
    const { vendorId, ids, rows } = await campaignOf({ contacts: 6 })
    const { provider } = scriptedProvider(accepted)
    const rateLimiter = {
      ...product.deps.rateLimiter,
      take: async () => ({ granted: 4, remaining: 0, retryAfterMs: 100 }),
    }
    expect(await sendAll({ ...product.deps, rateLimiter }, vendorId, ids, provider)).toBe('waits')
    expect((await rows()).filter(({ status }) => status === 'SENT')).toHaveLength(4)
    expect(await sendAll(product.deps, vendorId, ids, provider)).toBe('done')
    expect((await rows()).filter(({ status }) => status === 'SENT')).toHaveLength(6)
  })

  test('gets no message of a campaign once its pause is committed', async () => {
    for (let round = 0; round < 10; round++) {
      const { vendorId, campaignId, ids, rows } = await campaignOf({ contacts: 20 })
      const { db, clock } = product.deps
      const { provider, calls } = scriptedProvider(accepted)
      const sending = Array.from({ length: 10 }, (_, n) =>
        sendAll(product.deps, vendorId, ids.slice(2 * n, 2 * n + 2), provider),
      )
      await inTransaction(db, (tx) => pauseCampaign(tx, vendorId, campaignId, 'BY_VENDOR', clock.now()))
      const claimed = (await rows()).filter(({ status }) => status !== 'QUEUED').map(({ id }) => id)
      await Promise.all(sending)
      expect(calls.map(({ reference }) => reference).sort()).toEqual(claimed.sort())
    }
  })

  test('waits for an uncommitted pause and then gets no message', async () => {
    const { vendorId, campaignId, ids } = await campaignOf({ contacts: 3 })
    const { db, clock } = product.deps
    const { provider, calls } = scriptedProvider(accepted)
    let commit: () => void = () => {}
    const held = new Promise<void>((resolve) => (commit = resolve))
    let isPaused: () => void = () => {}
    const written = new Promise<void>((resolve) => (isPaused = resolve))
    const pausing = inTransaction(db, async (tx) => {
      await pauseCampaign(tx, vendorId, campaignId, 'BY_VENDOR', clock.now())
      isPaused()
      await held
    })
    await written
    const sending = sendAll(product.deps, vendorId, ids, provider)
    await eventually(async () => {
      expect((await countWaitingForLocks(db)) + calls.length).toBeGreaterThan(0)
    }, 20_000)
    commit()
    await Promise.all([pausing, sending])
    expect(calls).toEqual([])
  })

  test('skips contacts that were deleted, opted out or lack a value since the launch, and refunds them', async () => {
    const variables = { 1: { from: 'name' }, 2: { from: 'attributes.city' } }
    const scene = await campaignOf({ contacts: 4, template: { components: TWO_VARIABLES } }, { variables })
    const { vendorId, ids, rows } = scene
    const { db, clock } = product.deps
    const [deleted, unwilling, changed] = await rows()
    const before = await figuresOf(db, vendorId)
    await db
      .deleteFrom('contact')
      .where('id', '=', deleted?.contact_id as string)
      .execute()
    await inTransaction(db, (tx) => optOut(tx, vendorId, unwilling?.mobile_hash as Buffer, 'STOP', clock.now()))
    await emptyProfile(vendorId, changed?.contact_id as string)
    const { provider, calls } = scriptedProvider(accepted)
    await sendAll(product.deps, vendorId, ids, provider)
    expect(calls).toHaveLength(1)
    expect((await rows()).map(({ status, error_code }) => error_code ?? status)).toEqual([
      'CONTACT_DELETED',
      'OPTED_OUT',
      'VARIABLE_MISSING',
      'SENT',
    ])
    expect((await figuresOf(db, vendorId)).balance).toBe(before.balance + 300n)
  })

  test('gets no message of a vendor whose subscription is frozen or has ended', async () => {
    const { vendorId, ids, rows } = await campaignOf({ contacts: 2 })
    const { provider, calls } = scriptedProvider(accepted)
    await product.advance(60 * DAY)
    await sendAll(product.deps, vendorId, ids, provider)
    expect(calls).toHaveLength(0)
    for (const { status } of await rows()) expect(status).toBe('QUEUED')
  })
})

describe('a message outside campaigns', () => {
  test('holds its money while in flight, releases it when requeued, and is charged by its status update', async () => {
    const { vendorId } = await bareSender(product, { contacts: 0 })
    const id = await givenReply(product, vendorId)
    const inFlight = async () => (await wallet(vendorId)).in_flight_minor_unit
    await sendAll(product.deps, vendorId, [id], scriptedProvider(() => refused(131000)).provider)
    expect(await inFlight()).toBe(0n)
    await product.advance(10)
    const { provider, calls } = scriptedProvider(accepted)
    await sendAll(product.deps, vendorId, [id], provider)
    expect(calls).toMatchObject([{ to: '+919812345678', content: { type: 'text', body: 'On its way.' } }])
    expect(await inFlight()).toBe(100n)
  })

  test('waits while the wallet is empty, notifies the vendor once, and is sent after a recharge', async () => {
    const { vendorId } = await bareSender(product, { contacts: 0, balanceMinorUnit: 150 })
    const ids = [
      await givenReply(product, vendorId),
      await givenReply(product, vendorId),
      await givenReply(product, vendorId),
    ]
    const { provider, calls } = scriptedProvider(accepted)
    for (let round = 0; round < 3; round++) await sendAll(product.deps, vendorId, ids, provider)
    expect(calls).toHaveLength(1)
    await resumeFunded(product.deps)
    await sendAll(product.deps, vendorId, ids, provider)
    expect(calls).toHaveLength(1)
    const notices = await product.deps.db
      .selectFrom('notification')
      .select('kind')
      .where('vendor_id', '=', vendorId)
      .execute()
    expect(notices.filter(({ kind }) => kind === 'MESSAGES_WAITING')).toHaveLength(1)
    await addMoney(product, vendorId, 1_000)
    await resumeFunded(product.deps)
    await sendAll(product.deps, vendorId, ids, provider)
    expect(calls.map(({ reference }) => reference).sort()).toEqual([...ids].sort())
  })
})

const wallet = (vendorId: VendorId) =>
  product.deps.db.selectFrom('wallet').selectAll().where('vendor_id', '=', vendorId).executeTakeFirstOrThrow()

/** As after an edit that removes the contact's attributes. */
async function emptyProfile(vendorId: VendorId, contactId: string) {
  const codec = await codecOf(product, vendorId)
  const row = await product.deps.db
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow()
  const profile = { ...codec.open(row.profile_cipher), attributes: {} }
  await product.deps.db
    .updateTable('contact')
    .set({ profile_cipher: codec.seal(profile) })
    .where('id', '=', contactId)
    .execute()
}

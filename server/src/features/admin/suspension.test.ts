import { beforeAll, describe, expect, test } from 'vitest'
import { type Operation, readApiDocument, sampleBody } from '../../../tests/support/api-document.ts'
import { sweepOnce } from '../../../tests/support/campaigns/campaign-lifecycle.ts'
import { bareCampaign, givenCampaign } from '../../../tests/support/campaigns/campaign-rows.ts'
import {
  campaignRow,
  launchBody,
  messagesOf,
  newSender,
  type Sender,
} from '../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../tests/support/campaigns/quotations.ts'
import { accepted, givenReply, scriptedProvider, sendAll } from '../../../tests/support/messaging/dispatch.ts'
import { singlesOf } from '../../../tests/support/messaging/inbound.ts'
import { bareVendor } from '../../../tests/support/money/invoices.ts'
import { seededOperator, type TestOperator } from '../../../tests/support/operators.ts'
import { fakeGateway } from '../../../tests/support/payments/payments.ts'
import { apiKeyOf, newEmail, type TestProduct } from '../../../tests/support/product.ts'
import { makersOf } from '../../../tests/support/vendor-resources.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { PauseReason } from '../../domain/messaging/campaign.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { createOrder } from '../orders/create.ts'
import { findOrderToPay } from '../orders/find.ts'
import { closeVendor, isClosedOrClosing, startClosing } from '../vendors/close.ts'

let product: TestProduct
let operator: TestOperator
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'], env: { API_REQUESTS_PER_MINUTE: '1000000' } })
  operator = await seededOperator(product)
})

const REASON = 'Complaints about unsolicited messages'
const suspend = (vendorId: string, reason: unknown = REASON) =>
  product.post(`/admin/vendors/${vendorId}/suspend`, { reason }, operator)
const unsuspend = (vendorId: string) => product.post(`/admin/vendors/${vendorId}/unsuspend`, undefined, operator)
const launch = (sender: Sender, more: object = {}) =>
  product.post('/campaigns/launch', launchBody(sender, more), sender)
const stateOf = async (campaignId: string) => {
  const { status, pause_reason: reason } = await campaignRow(product, campaignId)
  return [status, reason]
}
const inAnHour = () => new Date(product.deps.clock.now().getTime() + HOUR_MS).toISOString()

/** Routes that send something. Everything else works as before. */
const SENDING = [
  'POST /campaigns/launch',
  'POST /campaigns/{id}/resume',
  'POST /campaigns/{id}/retry-failed',
  'POST /conversations/{contactId}/messages',
  'POST /templates/{id}/test',
  'POST /vendor/users',
]

test('every route of a suspended vendor works as before, except those that send', async () => {
  const sender = await newSender(product)
  const paused = await givenCampaign(product, sender, { status: 'PAUSED', pauseReason: 'BY_VENDOR' })
  const makers = makersOf(product)
  const { operations } = await readApiDocument(product)
  const ofVendors = operations.filter(({ path, isPublic }) => !isPublic && !path.startsWith('/admin/'))
  // Whatever would end the test's own session, or the vendor.
  const skipped = ['DELETE /auth/sessions', 'POST /auth/change-password', 'POST /auth/logout']
  const bodies: Record<string, object> = {
    'POST /campaigns/launch': launchBody(sender),
    'POST /conversations/{contactId}/messages': { text: 'Hello' },
    'POST /templates/{id}/test': { mobile: '+919812345678' },
    'POST /vendor/users': { email: newEmail() },
  }
  const ids: Record<string, string> = {
    'POST /campaigns/{id}/resume': paused,
    'POST /templates/{id}/test': sender.templateId,
  }
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`
  const paths = new Map<Operation, string>()
  for (const operation of ofVendors) {
    const id = ids[nameOf(operation)] ?? (await makers[operation.path]?.(sender))
    paths.set(
      operation,
      operation.path.replaceAll(/\{\w+\}/g, () => id ?? newId<'x'>()),
    )
  }
  expect((await suspend(sender.vendorId)).status).toBe(200)

  const refused: string[] = []
  for (const operation of ofVendors.filter((one) => !skipped.includes(nameOf(one)) && !one.isUpload)) {
    const body = bodies[nameOf(operation)] ?? (operation.body && sampleBody(operation.body))
    const answer = await product.call(operation.method, paths.get(operation) ?? '', body, sender)
    // The gateway and the provider are not there.
    if (answer.status !== 503) expect(answer.status, nameOf(operation)).toBeLessThan(500)
    if (answer.body?.code === 'VENDOR_SUSPENDED') refused.push(nameOf(operation))
    else expect(answer.status, `${nameOf(operation)} ${answer.body?.code}`).not.toBe(403)
  }
  expect(refused.sort()).toEqual(SENDING)
})

describe('a suspension', () => {
  test('is shown to the vendor with its reason, notified and audited, and lifted the same way', async () => {
    const sender = await newSender(product)
    const running = await givenCampaign(product, sender)
    expect(await suspend(sender.vendorId)).toMatchObject({
      status: 200,
      body: { status: 'SUSPENDED', suspension: { reason: REASON, since: expect.any(String) }, messagingEnabled: false },
    })
    expect((await product.get('/vendor/me', sender)).body).toMatchObject({
      status: 'SUSPENDED',
      suspension: { reason: REASON },
      messagingEnabled: false,
    })
    const [notice] = (await product.get('/notifications', sender)).body.data
    expect(notice).toMatchObject({ kind: 'VENDOR_SUSPENDED', title: 'Your account is suspended' })
    expect(JSON.stringify(notice)).toContain(`${REASON}.`)
    const { data } = (await product.get(`/admin/audit?vendorId=${sender.vendorId}`, operator)).body
    expect(data[0]).toMatchObject({
      action: 'VENDOR_SUSPENDED',
      operatorId: operator.id,
      details: { reason: REASON, pausedCampaigns: 1 },
      before: { status: 'ACTIVE' },
      after: { status: 'SUSPENDED' },
    })
    expect(await unsuspend(sender.vendorId)).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', suspension: null },
    })
    expect((await product.get('/vendor/me', sender)).body).toMatchObject({ suspension: null, messagingEnabled: true })
    expect(await stateOf(running)).toEqual(['PAUSED', 'VENDOR_SUSPENDED'])
  })

  test('needs a reason and an active vendor, and can be lifted once', async () => {
    const { vendorId } = await bareVendor(product)
    for (const reason of [null, '', ' ', 'a\nb', 7]) expect((await suspend(vendorId, reason)).status).toBe(400)
    expect((await suspend(newId<'vendor'>())).status).toBe(404)
    expect(await unsuspend(vendorId)).toMatchObject({ status: 409, body: { currentStatus: 'ACTIVE' } })
    const answers = await Promise.all(Array.from({ length: 4 }, () => suspend(vendorId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await unsuspend(vendorId)).status).toBe(200)
    expect((await unsuspend(vendorId)).status).toBe(409)
  })

  test('pauses running and scheduled campaigns and those that would start by themselves; nothing resumes alone', async () => {
    const sender = await newSender(product)
    const scheduled = (await launch(sender, { scheduledAt: inAnHour() })).body.campaignId
    const running = await givenCampaign(product, sender)
    const passing: PauseReason[] = ['SUBSCRIPTION_FROZEN', 'TEMPLATE_NOT_APPROVED']
    const waiting = await Promise.all(
      passing.map((pauseReason) => givenCampaign(product, sender, { status: 'PAUSED', pauseReason })),
    )
    const byVendor = await givenCampaign(product, sender, { status: 'PAUSED', pauseReason: 'BY_VENDOR' })
    await suspend(sender.vendorId)
    const all = [scheduled, running, ...waiting]
    const expectPaused = async () => {
      for (const id of all) expect(await stateOf(id)).toEqual(['PAUSED', 'VENDOR_SUSPENDED'])
      expect(await stateOf(byVendor)).toEqual(['PAUSED', 'BY_VENDOR'])
    }
    await expectPaused()
    await sweepOnce(product, 2 * 3_600)
    await expectPaused()
    await unsuspend(sender.vendorId)
    await sweepOnce(product, 3 * 3_600)
    await expectPaused()
    for (const id of [...all, byVendor])
      expect(await product.post(`/campaigns/${id}/resume`, undefined, sender)).toMatchObject({
        status: 200,
        body: { status: id === scheduled ? 'SCHEDULED' : 'RUNNING' },
      })
  })

  test('lets a vendor pause, cancel and get its money back, with an API key as well', async () => {
    const sender = await newSender(product)
    const running = await givenCampaign(product, sender)
    await suspend(sender.vendorId)
    const token = await apiKeyOf(product, sender.vendorId)
    expect((await launch({ ...sender, token })).body.code).toBe('VENDOR_SUSPENDED')
    expect((await product.get('/contacts/export', { token })).status).toBe(200)
    expect((await product.post(`/campaigns/${running}/cancel`, undefined, { token })).body.status).toBe('CANCELLED')
    await sweepOnce(product)
    expect((await product.get('/wallet/balance', sender)).body).toMatchObject({ reservedMinorUnit: 0 })
  })

  test('says in the preview of a campaign why it cannot be sent', async () => {
    const sender = await newSender(product)
    await suspend(sender.vendorId)
    const { body } = await product.post('/campaigns/preview', launchBody(sender), sender)
    expect(body.problems).toMatchObject([{ code: 'VENDOR_SUSPENDED' }])
  })
})

describe('a suspended vendor', () => {
  test('sends neither campaigns nor single messages nor automatic replies, and what waits goes out afterwards', async () => {
    const sender = await newSender(product)
    const running = await givenCampaign(product, sender)
    const reply = await givenReply(product, sender.vendorId)
    const ids = (await messagesOf(product, running)).map(({ id }) => id)
    await suspend(sender.vendorId)
    const { provider, calls } = scriptedProvider(async () => accepted())
    await sendAll(product.deps, sender.vendorId, [reply, ...ids], provider)
    expect(calls).toEqual([])
    expect((await singlesOf(product, sender.vendorId)).map(({ status }) => status)).toEqual(['QUEUED'])
    await unsuspend(sender.vendorId)
    await sendAll(product.deps, sender.vendorId, [reply, ...ids], provider)
    expect(calls.map(({ reference }) => reference)).toEqual([reply])
  })

  test('can pay, and its payment is credited', async () => {
    const sender = await newSender(product)
    await suspend(sender.vendorId)
    expect(await isClosedOrClosing(product.deps.db, sender.vendorId)).toBe(false)
    const who = { kind: 'vendor', vendorId: sender.vendorId, role: 'ADMIN', accountId: undefined } as const
    const wanted = { type: 'WALLET', amountMinorUnit: 50_000n, currency: 'INR', details: {} } as const
    const { orderId } = await createOrder({ ...product.deps, gateway: fakeGateway() }, who, wanted)
    expect(await findOrderToPay(product.deps.db, orderId, product.deps.clock.now())).toBeDefined()
    const credit = { vendorId: sender.vendorId, amountMinorUnit: 100, reason: 'Goodwill' }
    expect((await product.post('/admin/wallet/credit', credit, operator)).status).toBe(201)
  })

  test('can close its account, which ends the suspension; a closing or closed one cannot be suspended', async () => {
    const { vendorId } = await bareVendor(product)
    await suspend(vendorId)
    const now = product.deps.clock.now()
    await inTransaction(product.deps.db, (tx) => startClosing(tx, vendorId, now))
    for (const answer of [await unsuspend(vendorId), await suspend(vendorId)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'INVALID_STATE', currentStatus: 'CLOSING' } })
    await inTransaction(product.deps.db, (tx) => closeVendor(tx, vendorId, now))
    expect(await suspend(vendorId)).toMatchObject({ status: 409, body: { currentStatus: 'CLOSED' } })
    expect((await product.get(`/admin/vendors/${vendorId}`, operator)).body.suspension).toBeNull()
  })
})

describe('at the same moment as a suspension', () => {
  test('launches and resumptions either come before and are paused, or are refused', async () => {
    for (let round = 0; round < 6; round++) {
      const sender = await newSender(product, { contacts: 1, balanceMinorUnit: 10_000_000 })
      const paused = await givenCampaign(product, sender, { status: 'PAUSED', pauseReason: 'BY_VENDOR' })
      const starts = [
        ...Array.from({ length: 3 }, () => launch(sender)),
        launch(sender, { scheduledAt: inAnHour() }),
        product.post(`/campaigns/${paused}/resume`, undefined, sender),
      ]
      const suspension = suspend(sender.vendorId)
      const answers = await Promise.all(starts)
      expect((await suspension).status).toBe(200)
      for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('VENDOR_SUSPENDED')
      const open = await product.deps.db
        .selectFrom('campaign')
        .select(['status', 'pause_reason'])
        .where('vendor_id', '=', sender.vendorId)
        .execute()
      for (const { status, pause_reason } of open)
        expect([status, pause_reason]).toEqual(['PAUSED', expect.stringMatching(/VENDOR_SUSPENDED|BY_VENDOR/)])
    }
  })

  test('single messages are claimed before it is committed, or not at all', async () => {
    for (let round = 0; round < 8; round++) {
      const sender = await newSender(product, { contacts: 0 })
      const replies = await Promise.all(Array.from({ length: 6 }, () => givenReply(product, sender.vendorId)))
      const { provider, calls } = scriptedProvider(async () => accepted())
      const sending = replies.map((id) => sendAll(product.deps, sender.vendorId, [id], provider))
      await suspend(sender.vendorId)
      const unclaimed = (await singlesOf(product, sender.vendorId)).filter(({ status }) => status === 'QUEUED')
      await Promise.all(sending)
      const called = calls.map(({ reference }) => reference)
      expect(unclaimed.filter(({ id }) => called.includes(id))).toEqual([])
    }
  })

  test('a scheduled campaign that falls due is not sent', async () => {
    const vendorId = (await bareVendor(product)).vendorId as VendorId
    const campaignId = await bareCampaign(product, vendorId)
    await Promise.all([sweepOnce(product, 25 * 3_600), suspend(vendorId)])
    await sweepOnce(product, 25 * 3_600)
    expect((await stateOf(campaignId))[0]).toBe('PAUSED')
  })
})

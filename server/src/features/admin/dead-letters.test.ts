import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { captured, paymentEntity } from '../../../tests/support/payments/gateway-events.ts'
import { type PaymentFixture, startPaymentFixture } from '../../../tests/support/payments/payment-fixture.ts'
import { deliver } from '../../../tests/support/payments/payments.ts'
import { newMember, signIn } from '../../../tests/support/product.ts'
import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import { purgeDeadLetters } from '../outbox/purge-dead-letters.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../sandbox/seed.ts'

let fixture: PaymentFixture
let operator: { token: string }
beforeAll(async () => {
  fixture = await startPaymentFixture()
  operator = { token: (await signIn(fixture.product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken }
})

const get = async (path: string) => (await fixture.product.get(`/admin/${path}`, operator)).body
const replay = (id: string) => fixture.product.post(`/admin/dead-letters/${id}/replay`, undefined, operator)
const actionsOn = async (id: string) =>
  (await get('audit?action=DEAD_LETTER_REPLAYED')).data.filter(
    ({ subjectId }: { subjectId: string }) => subjectId === id,
  ).length

async function insertDeadLetter(kind: 'JOB' | 'MESSAGE' | 'WEBHOOK', name: string, payload: object) {
  const id = newId<'letter'>()
  await fixture.product.deps.db
    .insertInto('dead_letter')
    .values({
      vendor_id: fixture.vendor.vendorId as VendorId,
      id,
      kind,
      name,
      payload,
      reason: 'the mail server is away',
      attempts: 5,
      created_at: fixture.product.deps.clock.now(),
    })
    .execute()
  return id
}

const lostMail = async () => {
  await fixture.product.deps.db
    .insertInto('notification')
    .values({
      vendor_id: fixture.vendor.vendorId as VendorId,
      id: newId(),
      kind: 'REFUND_REQUESTED',
      parameters: { invoiceNumber: null },
      cause: newId(),
      created_at: fixture.product.deps.clock.now(),
      read_at: null,
    })
    .execute()
  const { id } = await fixture.product.deps.db
    .selectFrom('notification')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return insertDeadLetter('JOB', 'notifications.mail', { notificationId: id })
}

describe('a dead letter', () => {
  test('of a job is enqueued again and runs once, however often it is replayed, and is audited', async () => {
    const mails = () =>
      fixture.product.mailbox
        .to(fixture.vendor.email)
        .filter(({ subject }) => subject === 'We have received your refund request')
    const before = mails().length
    const id = await lostMail()
    const answers = await Promise.all(Array.from({ length: 8 }, () => replay(id)))
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 200, body: { id, kind: 'JOB', replayedAt: expect.any(String) } })
    await eventually(() => expect(mails().length).toBe(before + 1), 10_000)
    expect((await replay(id)).status).toBe(200)
    expect(await actionsOn(id)).toBe(1)
  })

  test('that fails again is open again', async () => {
    const id = await insertDeadLetter('JOB', 'notifications.mail', { notificationId: 'nonsense' })
    expect((await replay(id)).status).toBe(200)
    await eventually(async () => expect((await get(`dead-letters/${id}`)).replayedAt).toBeNull(), 10_000)
    expect(await get(`dead-letters/${id}`)).toMatchObject({ reason: 'the payload is invalid' })
  })

  test('of an unmatched payment shows the money without personal data, and is replayed through the webhook intake', async () => {
    const order = await fixture.order(70_000)
    const payment = { ...paymentEntity(order), amount: 60_000 }
    await deliver(fixture.product, captured(payment))
    await fixture.allProcessed()
    const { data } = await get('dead-letters?kind=WEBHOOK')
    const { id } = data[0]
    const letter = await get(`dead-letters/${id}`)
    expect(letter).toEqual({
      id,
      kind: 'WEBHOOK',
      vendorId: fixture.vendor.vendorId,
      name: 'GATEWAY',
      reason: 'AMOUNT_MISMATCH',
      attempts: expect.any(Number),
      createdAt: expect.any(String),
      replayedAt: null,
      closedAt: null,
      money: {
        gatewayPaymentId: payment.id,
        gatewayOrderId: order.gatewayOrderId,
        gatewayRefundId: null,
        amountMinorUnit: 60_000,
        currency: 'INR',
      },
    })
    const balance = await fixture.balanceOf()
    expect((await replay(id)).status).toBe(200)
    await fixture.allProcessed()
    expect(await get(`dead-letters/${id}`)).toMatchObject({ replayedAt: null, reason: 'AMOUNT_MISMATCH' })
    expect(await fixture.balanceOf()).toBe(balance)
    expect(await actionsOn(id)).toBe(1)
  })

  test('of a message cannot be replayed here', async () => {
    const id = await insertDeadLetter('MESSAGE', 'message', {})
    expect(await replay(id)).toMatchObject({ status: 409, body: { code: 'NOT_REPLAYABLE' } })
    expect(await actionsOn(id)).toBe(0)
  })
})

describe('closing', () => {
  const close = (id: string, body: object = { reason: 'Dealt with by hand' }) =>
    fixture.product.post(`/admin/dead-letters/${id}/close`, body, operator)
  const closings = async (id: string) =>
    (await get('audit?action=DEAD_LETTER_CLOSED&pageSize=100')).data.filter(
      ({ subjectId }: { subjectId: string }) => subjectId === id,
    )

  test('ends a dead letter of any kind without a replay: audited once, with the reason, and no longer waiting', async () => {
    const before = (await get('dashboard')).deadLetters
    for (const kind of ['JOB', 'MESSAGE', 'WEBHOOK'] as const) {
      const id = await insertDeadLetter(kind, 'x', {})
      const answers = await Promise.all(Array.from({ length: 5 }, () => close(id)))
      for (const { status, body } of answers)
        expect({ status, body }).toMatchObject({ status: 200, body: { id, kind, closedAt: expect.any(String) } })
      expect(await closings(id)).toMatchObject([
        { vendorId: fixture.vendor.vendorId, details: { kind, reason: 'Dealt with by hand' } },
      ])
      expect(await replay(id)).toMatchObject({ status: 409, body: { code: 'NOT_REPLAYABLE' } })
      expect(await actionsOn(id)).toBe(0)
      const ids = async (query: string) =>
        (await get(`dead-letters?kind=${kind}&pageSize=100&${query}`)).data.map((letter: { id: string }) => letter.id)
      expect(await ids('closed=false')).not.toContain(id)
      expect(await ids('closed=true')).toContain(id)
    }
    expect((await get('dashboard')).deadLetters).toBe(before)
  })

  test('and replaying at the same moment: one of them succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await lostMail()
      const [closed, replayed] = await Promise.all([close(id), replay(id)])
      expect([closed.status, replayed.status].sort()).toEqual([200, 409])
      expect((await closings(id)).length + (await actionsOn(id))).toBe(1)
    }
    const id = await lostMail()
    await replay(id)
    expect(await close(id)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  test('needs a reason and an operator', async () => {
    const id = await insertDeadLetter('JOB', 'x', {})
    for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(201) }, { reason: 'x', more: 1 }])
      expect((await close(id, body)).status).toBe(400)
    for (const unknown of [newId(), 'nonsense']) expect((await close(unknown)).status).toBe(404)
    expect(
      (await fixture.product.post(`/admin/dead-letters/${id}/close`, { reason: 'x' }, fixture.vendor)).status,
    ).toBe(403)
    expect(await closings(id)).toEqual([])
  })
})

test('letters of messages and resolved ones are deleted after their retention period, open jobs and webhooks never', async () => {
  const { deps } = fixture.product
  const open = [await insertDeadLetter('JOB', 'x', {}), await insertDeadLetter('WEBHOOK', 'x', {})]
  const closed = await insertDeadLetter('JOB', 'x', {})
  await fixture.product.post(`/admin/dead-letters/${closed}/close`, { reason: 'x' }, operator)
  const ended = [closed, await insertDeadLetter('MESSAGE', 'x', {})]
  const kept = async (days: number) => {
    const now = new Date(deps.clock.now().getTime() + days * DAY_MS)
    await Promise.all([1, 2, 3].map(() => purgeDeadLetters({ ...deps, clock: { now: () => now } })))
    const rows = await deps.db
      .selectFrom('dead_letter')
      .select('id')
      .where('id', 'in', [...open, ...ended])
      .execute()
    return rows.map(({ id }) => id).sort()
  }
  expect(await kept(364)).toEqual([...open, ...ended].sort())
  expect(await kept(366)).toEqual(open.sort())
  expect(await kept(3_700)).toEqual(open.sort())
})

describe('the list', () => {
  test('contains webhooks and jobs unless one kind is requested', async () => {
    const [job, message] = [await insertDeadLetter('JOB', 'x', {}), await insertDeadLetter('MESSAGE', 'x', {})]
    const ids = async (query: string) => (await get(`dead-letters${query}`)).data.map(({ id }: { id: string }) => id)
    expect(await ids('')).toContain(job)
    expect(await ids('')).not.toContain(message)
    expect(await ids('?kind=MESSAGE')).toContain(message)
    expect(await ids('?kind=JOB')).toContain(job)
    expect(await ids('?kind=WEBHOOK')).not.toContain(job)
    expect(await ids('?replayed=false')).toContain(job)
    expect(await ids('?replayed=true')).not.toContain(job)
    for (const wrong of ['?kind=LETTER', '?kind=', '?replayed=1', '?closed=1'])
      expect((await get(`dead-letters${wrong}`)).status).toBe(400)
  })

  test('is for operators only, and an unknown id is not found', async () => {
    const member = await newMember(fixture.product, fixture.vendor.token)
    const id = await insertDeadLetter('JOB', 'x', {})
    for (const { token } of [fixture.vendor, member])
      for (const path of ['dead-letters', `dead-letters/${id}`])
        expect((await fixture.product.get(`/admin/${path}`, { token })).status).toBe(403)
    expect((await fixture.product.post(`/admin/dead-letters/${id}/replay`, {}, fixture.vendor)).status).toBe(403)
    for (const unknown of [newId(), 'nonsense']) {
      expect((await replay(unknown)).status).toBe(404)
      expect((await get(`dead-letters/${unknown}`)).status).toBe(404)
    }
  })
})

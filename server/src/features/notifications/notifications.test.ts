import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { newMember, newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { NOTIFICATIONS_PER_BILLING_ADDRESS_DAY_MAX } from '../../domain/limits.ts'
import { NOTIFICATION_KINDS, type Notification } from '../../domain/notifications/notifications.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { JobHandler } from '../../platform/jobs.ts'
import { notificationJobs } from './job-handlers.ts'
import { notify } from './notify.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const CREDITED = {
  kind: 'WALLET_CREDITED',
  amountMinorUnit: 50_000,
  balanceMinorUnit: 50_000,
  currency: 'INR',
  isBonus: false,
} as const
/** Figures for the texts of the other kinds. */
const ANY_FIGURES = {
  invoiceNumber: 'HK-2026-00001',
  creditNoteNumber: 'CN-2026-00001',
  gatewayPaymentId: 'pay_DESlfW9H8K9uqM',
  reason: 'DUPLICATE_PAYMENT',
  refundMinorUnit: 1,
  feeMinorUnit: 1,
  forfeitMinorUnit: 1,
  manualPayoutMinorUnit: 1,
  keyName: 'nightly import',
  expiresAt: '2026-12-01T00:00:00.000Z',
  plan: 'SMB',
  cycle: 'MONTHLY',
  day: 4,
  paidUntil: '2026-12-01T00:00:00.000Z',
  frozenFrom: '2026-12-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  thresholdMinorUnit: 1,
  bonusMinorUnit: 1,
  template: 'order_update',
  language: 'en_US',
  from: 'MARKETING',
  to: 'UTILITY',
  campaignId: '0198c0de-0000-7000-8000-000000000000',
  campaign: 'Diwali offers',
  pauseReason: 'FAILURE_RATE',
  recipients: 1,
  accepted: 1,
  failed: 1,
  pausedCampaigns: 1,
}
/** What members see. A kind that fits nothing here must be for administrators. */
const isForMembers = (kind: string) =>
  /^(LOW_BALANCE|MESSAGES_WAITING|SUBSCRIPTION_|PAYMENT_FAILED|PAYMENT_REMINDER|TRIAL_|TEMPLATE_|CAMPAIGN_|VENDOR_)/.test(
    kind,
  )
const SUBJECT = '₹500.00 credited to your wallet'

const notifyVendor = ({ vendorId }: { vendorId: string }, cause: string, notification: Notification = CREDITED) =>
  inTransaction(product.deps.db, (tx) =>
    notify(tx, vendorId as VendorId, notification, cause, product.deps.clock.now()),
  )
const notificationsOf = async ({ token }: { token: string }, query = '') =>
  (await product.get(`/notifications${query}`, { token })).body
const mailsTo = (email: string) => product.mailbox.to(email).filter(({ subject }) => subject === SUBJECT)

describe('in the portal', () => {
  test('the newest notification comes first, as text, unread', async () => {
    const vendor = await newVendor(product)
    for (const cause of ['a', 'b', 'c']) await notifyVendor(vendor, cause)
    const { data, total, unread } = await notificationsOf(vendor)
    expect({ total, unread }).toEqual({ total: 3, unread: 3 })
    expect(data[0]).toEqual({
      id: expect.any(String),
      kind: 'WALLET_CREDITED',
      title: SUBJECT,
      body: 'We have credited your wallet. Your balance is now ₹500.00.',
      action: { label: 'View wallet', path: '/wallet' },
      createdAt: expect.any(String),
      readAt: null,
    })
    expect(data.map(({ id }: { id: string }) => id)).toEqual(
      data
        .map(({ id }: { id: string }) => id)
        .sort()
        .reverse(),
    )
  })

  test('a cause is announced once, however often and however concurrently it is reported', async () => {
    const vendor = await newVendor(product)
    await Promise.all(Array.from({ length: 10 }, () => notifyVendor(vendor, 'the same')))
    expect((await notificationsOf(vendor)).total).toBe(1)
  })

  test('a notification read by one user is read for all, and keeps the time of the first reading', async () => {
    const vendor = await newVendor(product)
    const member = await newMember(product, vendor.token)
    await notifyVendor(vendor, 'a', { kind: 'MESSAGES_WAITING' })
    await notifyVendor(vendor, 'b', { kind: 'MESSAGES_WAITING' })
    const [newest, older] = (await notificationsOf(vendor)).data
    const first = await product.post(`/notifications/${newest.id}/read`, undefined, { token: member.token })
    expect(first).toMatchObject({ status: 200, body: { id: newest.id, readAt: expect.any(String) } })
    const again = await product.post(`/notifications/${newest.id}/read`, {}, { token: vendor.token })
    expect(again.body).toEqual(first.body)
    expect(await notificationsOf(vendor, '?unread=true')).toMatchObject({
      data: [{ id: older.id }],
      total: 1,
      unread: 1,
    })
    expect(await notificationsOf(vendor)).toMatchObject({ total: 2, unread: 1 })
    expect((await product.post('/notifications/read-all', undefined, { token: vendor.token })).body).toEqual({
      marked: 1,
    })
    expect(await notificationsOf(vendor, '?unread=true')).toMatchObject({ data: [], total: 0, unread: 0 })
  })

  test('paging by cursor returns every older notification once, while new ones arrive', async () => {
    const vendor = await newVendor(product)
    for (let i = 0; i < 7; i++) await notifyVendor(vendor, `old-${i}`)
    const old = (await notificationsOf(vendor)).data.map(({ id }: { id: string }) => id)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await notificationsOf(vendor, `?pageSize=3${cursor}`)
      seen.push(...page.data.map(({ id }: { id: string }) => id))
      await notifyVendor(vendor, `new-${cursor}`)
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(seen).toEqual(old)
  })

  test("another vendor's notifications can be neither seen nor marked", async () => {
    const [vendor, other] = [await newVendor(product), await newVendor(product)]
    await notifyVendor(vendor, 'a')
    const [{ id }] = (await notificationsOf(vendor)).data
    expect(await notificationsOf(other)).toMatchObject({ data: [], total: 0, unread: 0 })
    const answers = [id, newId(), 'nonsense'].map((one) =>
      product.post(`/notifications/${one}/read`, undefined, { token: other.token }),
    )
    for (const { status, body } of await Promise.all(answers))
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
    await product.post('/notifications/read-all', undefined, { token: other.token })
    expect(await notificationsOf(vendor)).toMatchObject({ unread: 1 })
  })

  test('members see no notification about payments or refunds, in the list, in its counts or when marking it', async () => {
    const vendor = await newVendor(product)
    const member = await newMember(product, vendor.token)
    const figures = { ...CREDITED, ...ANY_FIGURES }
    for (const kind of NOTIFICATION_KINDS) await notifyVendor(vendor, kind, { ...figures, kind } as Notification)
    const all = NOTIFICATION_KINDS.length
    const { data, total, unread } = await notificationsOf(vendor, '?pageSize=100')
    expect({ total, unread }).toEqual({ total: all, unread: all })
    const seen = await notificationsOf(member, '?pageSize=100')
    const forMembers = NOTIFICATION_KINDS.filter(isForMembers)
    const shared = forMembers.length
    expect(seen).toMatchObject({ total: shared, unread: shared })
    expect(seen.data.map(({ kind }: { kind: string }) => kind).sort()).toEqual(forMembers.toSorted())
    expect(await notificationsOf(member, '?unread=true')).toMatchObject({ total: shared })
    for (const { id, kind } of data)
      if (!isForMembers(kind))
        expect((await product.post(`/notifications/${id}/read`, undefined, member)).status, kind).toBe(404)
    expect((await product.post('/notifications/read-all', undefined, member)).body).toEqual({ marked: shared })
    expect(await notificationsOf(vendor)).toMatchObject({ unread: all - shared })
  })

  test.each(['unread=yes', 'unread=', 'unread=true&unread=true', 'kind=x'])(
    'cannot be listed with %s',
    async (query) => {
      const vendor = await newVendor(product)
      expect((await product.get(`/notifications?${query}`, { token: vendor.token })).status).toBe(400)
    },
  )
})

describe('by mail', () => {
  test('a notification about money is not sent to a user who is demoted or removed first, and is hidden from them', async () => {
    const vendor = await newVendor(product)
    const [demoted, removed, promoted] = [
      await newMember(product, vendor.token, 'ADMIN'),
      await newMember(product, vendor.token, 'ADMIN'),
      await newMember(product, vendor.token, 'MEMBER'),
    ]
    // The notification is committed, and the relay runs after the team has changed.
    await inTransaction(product.deps.db, async (tx) => {
      await notify(tx, vendor.vendorId as VendorId, CREDITED, 'meanwhile', product.deps.clock.now())
      await tx
        .updateTable('outbox_event')
        .set({ due_at: new Date(product.deps.clock.now().getTime() + MINUTE_MS) })
        .where('vendor_id', '=', vendor.vendorId as VendorId)
        .where('job_name', '=', 'notifications.mail')
        .execute()
    })
    const role = (who: { userId: string }, to: string) =>
      product.patch(`/vendor/users/${who.userId}`, { role: to }, { token: vendor.token })
    expect((await role(demoted, 'MEMBER')).status).toBe(204)
    expect((await role(promoted, 'ADMIN')).status).toBe(204)
    expect((await product.del(`/vendor/users/${removed.userId}`, { token: vendor.token })).status).toBe(204)
    await product.advance(120)
    await eventually(() => {
      for (const { email } of [vendor, promoted]) expect(mailsTo(email)).toHaveLength(1)
    }, 20_000)
    for (const { email } of [demoted, removed]) expect(mailsTo(email)).toEqual([])

    // One mail per job: the role is also checked between the job for all and the job for one.
    const [{ id }] = (await notificationsOf(vendor)).data
    const sent: string[] = []
    const mailer = { ...product.deps.mailer, send: async (mail: { to: string }) => void sent.push(mail.to) }
    const { mailAdministrator } = notificationJobs
    if (typeof mailAdministrator !== 'function') throw new Error('expected a plain handler')
    for (const { userId } of [demoted, removed, promoted])
      await mailAdministrator({ ...product.deps, mailer }, vendor.vendorId as VendorId, {
        notificationId: id,
        accountId: userId,
      })
    expect(sent).toEqual([promoted.email])

    const again = async ({ email }: { email: string }) => (await signIn(product, email)).body.accessToken
    expect(await notificationsOf({ token: await again(demoted) })).toMatchObject({ data: [], total: 0, unread: 0 })
    expect(await notificationsOf({ token: await again(promoted) })).toMatchObject({ total: 1 })
    expect((await signIn(product, removed.email)).status).toBe(401)
  })

  test('a notification goes to every administrator, and to no other user', async () => {
    const [vendor, other] = [await newVendor(product), await newVendor(product)]
    const second = await newMember(product, vendor.token, 'ADMIN')
    const member = await newMember(product, vendor.token, 'MEMBER')
    await notifyVendor(vendor, 'a')
    await eventually(() => {
      expect(mailsTo(vendor.email)).toHaveLength(1)
      expect(mailsTo(second.email)).toHaveLength(1)
    }, 10_000)
    expect([...mailsTo(member.email), ...mailsTo(other.email)]).toEqual([])
    const [mail] = mailsTo(vendor.email)
    expect(mail?.text).toContain('Your balance is now ₹500.00.')
    expect(mail?.html).toContain('href="http://product.test/wallet"')
    for (const body of [mail?.text, mail?.html])
      expect(body).toMatch(/This is about \S.*\. Questions\? Write to \S+@\S+\./)
  })

  test('a billing address receives the mail instead of the administrators', async () => {
    const vendor = await newVendor(product)
    const billingEmail = `billing-${vendor.vendorId}@example.com`
    await product.patch('/vendor/me', { billingEmail }, { token: vendor.token })
    await notifyVendor(vendor, 'a')
    await eventually(() => expect(mailsTo(billingEmail)).toHaveLength(1), 10_000)
    expect(mailsTo(vendor.email)).toEqual([])
  })

  test('a billing address gets at most fifty mails a day, because it may be anybody’s', async () => {
    const vendor = await newVendor(product)
    const billingEmail = `stranger-${vendor.vendorId}@example.com`
    await product.patch('/vendor/me', { billingEmail }, { token: vendor.token })
    await notifyVendor(vendor, 'flood')
    await eventually(() => expect(mailsTo(billingEmail)).toHaveLength(1), 15_000)
    const { id: notificationId } = (await notificationsOf(vendor)).data[0]
    const send = notificationJobs.mailNotification as JobHandler<{ notificationId: string }>
    for (let i = 0; i < 55; i++) await send(product.deps, vendor.vendorId as VendorId, { notificationId })
    expect(mailsTo(billingEmail)).toHaveLength(NOTIFICATIONS_PER_BILLING_ADDRESS_DAY_MAX)
    expect(product.logLines.filter((line) => line.includes('notification.not_mailed'))).toHaveLength(6)
    expect(product.logLines.join('')).not.toContain(billingEmail)
  })

  test('a job that runs twice sends the same mail with the same id, so that it is shown once', async () => {
    const vendor = await newVendor(product)
    await notifyVendor(vendor, 'a')
    await eventually(() => expect(mailsTo(vendor.email)).toHaveLength(1), 10_000)
    const [{ id }] = (await notificationsOf(vendor)).data
    const ids: string[] = []
    const mailer = {
      ...product.deps.mailer,
      send: async (mail: { messageId: string }) => void ids.push(mail.messageId),
    }
    const { mailAdministrator } = notificationJobs
    if (typeof mailAdministrator !== 'function') throw new Error('expected a plain handler')
    const run = () =>
      mailAdministrator({ ...product.deps, mailer }, vendor.vendorId as VendorId, {
        notificationId: id,
        accountId: vendor.userId,
      })
    await run()
    await run()
    expect(ids).toEqual([`${id}-${vendor.userId}`, `${id}-${vendor.userId}`])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/domain/durations.ts'
import type { VendorId } from '../../src/domain/ids.ts'
import { exportJobs } from '../../src/features/exports/job-handlers.ts'
import { refundJobs } from '../../src/features/refunds/job-handlers.ts'
import { closeVendor } from '../../src/features/vendors/close.ts'
import { lockWallet } from '../../src/features/wallet/lock.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import { authenticatorApp } from '../support/auth/authenticator-app.ts'
import { isSession } from '../support/auth/second-factors.ts'
import { launchBody, newSender } from '../support/campaigns/campaigns.ts'
import { startQuoting } from '../support/campaigns/quotations.ts'
import { addressBook } from '../support/contacts/contacts.ts'
import { countWaitingForLocks } from '../support/database/locks.ts'
import { eventually } from '../support/eventually.ts'
import { csv, statusOf } from '../support/imports/imports.ts'
import { byHand } from '../support/imports/imports-by-hand.ts'
import { accepted, givenReply, scriptedProvider, sendAll } from '../support/messaging/dispatch.ts'
import { singlesOf } from '../support/messaging/inbound.ts'
import { seededOperator, type TestOperator } from '../support/operators.ts'
import { newMember, newVendor, signIn, type TestProduct } from '../support/product.ts'

const ROUNDS = 4
const ROWS = 12
/** Of a launch, by how far it had come when the account was closed. */
const REFUSALS = ['SUBSCRIPTION_REQUIRED', 'INSUFFICIENT_BALANCE']

let product: TestProduct
let operator: TestOperator
beforeAll(async () => {
  const env = { API_REQUESTS_PER_MINUTE: '1000000', UPLOADS_PER_MINUTE: '1000000' }
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'], env })
  operator = await seededOperator(product)
})

interface Who {
  token: string
  vendorId: string
}

const suspend = ({ vendorId }: Who) =>
  product.post(`/admin/vendors/${vendorId}/suspend`, { reason: 'Complaints' }, operator)

async function requestClosure(who: Who): Promise<string> {
  const { status, body } = await product.post('/billing/refund-requests', { kind: 'WALLET_EXIT', reason: 'Done' }, who)
  expect({ status, body }).toMatchObject({ status: 201 })
  return body.id
}

const approve = (requestId: string) => product.post(`/admin/refunds/${requestId}/approve`, {}, operator)

/** From the request to the closed account, of a vendor without money. */
async function close(who: Who) {
  const requestId = await requestClosure(who)
  expect((await approve(requestId)).status).toBe(200)
  const process = refundJobs.processRefund
  if (typeof process === 'function') await process(product.deps, who.vendorId as VendorId, { requestId })
  expect(await vendorStatus(who)).toBe('CLOSED')
}

const vendorStatus = async ({ vendorId }: Who) => {
  const { status } = await product.deps.db
    .selectFrom('vendor')
    .select('status')
    .where('id', '=', vendorId as VendorId)
    .executeTakeFirstOrThrow()
  return status
}

let next = 0
const newFile = () =>
  csv(['Name', 'Phone'], ...Array.from({ length: ROWS }, (_, i) => [`Name ${i}`, `+9198${54_000_000 + next++}`]))

const ENDINGS = { closed: close, suspended: suspend } as const

describe.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])('while an account is %s', (ending) => {
  const end = ENDINGS[ending]

  test('an import that is being read ends in review or, confirmed before, saves every contact', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const vendor = await newVendor(product)
      const hand = byHand(product, vendor, 3)
      const reading = await hand.uploadAndRead(newFile())
      const confirmed = await hand.toReview(newFile())
      expect((await hand.confirm(confirmed)).status).toBe(202)
      await Promise.all([
        end(vendor),
        hand.processAll(reading).then(() => hand.resolve(reading)),
        hand.persistAll(confirmed),
      ])
      const rows = await product.deps.db
        .selectFrom('import_job')
        .select(['id', 'status'])
        .where('vendor_id', '=', vendor.vendorId as VendorId)
        .orderBy('id')
        .execute()
      expect(rows).toEqual([
        { id: reading, status: 'PENDING_REVIEW' },
        { id: confirmed, status: 'COMPLETED' },
      ])
      const saved = product.deps.db
        .selectFrom('contact')
        .select('id')
        .where('vendor_id', '=', vendor.vendorId as VendorId)
      expect(await saved.execute()).toHaveLength(ROWS)
      // Rights are cached for a few seconds; a new session has none from before.
      const { body: session } = await signIn(product, vendor.email)
      const fresh = { ...vendor, token: session.accessToken as string }
      const later = await byHand(product, fresh, 3).confirm(reading)
      if (ending === 'closed') {
        expect(later).toMatchObject({ status: 403, body: { code: 'VENDOR_CLOSED' } })
        continue
      }
      expect(later.status).toBe(202)
      await hand.persistAll(reading)
      expect((await statusOf(product, vendor.token, reading)).status).toBe('COMPLETED')
      expect(await addressBook(product, vendor)).toHaveLength(2 * ROWS)
    }
  })

  test('an export is completed, can be downloaded, and contains everything', async () => {
    const run = exportJobs.makeExport as Exclude<typeof exportJobs.makeExport, (...args: never[]) => unknown>
    for (let round = 0; round < ROUNDS; round++) {
      const vendor = await newVendor(product)
      await product.post('/contacts', { mobile: `+9198${54_000_000 + next++}`, name: 'Asha' }, vendor)
      const { body } = await product.post('/vendor/export', undefined, vendor)
      const write = () => run.run(product.deps, vendor.vendorId as VendorId, { exportId: body.id })
      await Promise.all([end(vendor), write()])
      const view = await product.get(`/vendor/export/${body.id}`, vendor)
      expect(view).toMatchObject({ status: 200, body: { status: 'READY' } })
      const { app } = product
      const url = `/api/v1/vendor/export/${body.id}/download`
      const file = await app.inject({ url, headers: { authorization: `Bearer ${vendor.token}` } })
      expect(file.rawPayload).toHaveLength(view.body.fileBytes)
    }
  })

  test('the set-up of an authenticator app is confirmed before, or refused and without effect', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const vendor = await newVendor(product)
      const started = await product.post('/auth/mfa/totp', undefined, vendor)
      const app = authenticatorApp(started.body.secret, product.deps.clock)
      const confirm = () => product.post('/auth/mfa/totp/confirm', { code: app.code() }, vendor)
      const [confirmed] = await Promise.all([confirm(), end(vendor)])
      if (ending === 'suspended') expect(confirmed.status).toBe(200)
      if (confirmed.status !== 200) expect(confirmed).toMatchObject({ status: 403, body: { code: 'VENDOR_CLOSED' } })
      const again = await signIn(product, vendor.email)
      if (confirmed.status !== 200) expect(isSession(again)).toBe(true)
      else {
        expect(again).toMatchObject({ status: 200, body: { challenge: 'TOTP' } })
        await product.advance(30)
        const given = { challengeToken: again.body.challengeToken, code: app.code() }
        expect(isSession(await product.post('/auth/challenge', given))).toBe(true)
      }
    }
  })
})

describe('a closure', () => {
  test('leaves the set-up of an authenticator app open without effect, and frees those who had to set one up', async () => {
    const vendor = await newVendor(product)
    const started = await product.post('/auth/mfa/totp', undefined, vendor)
    const app = authenticatorApp(started.body.secret, product.deps.clock)
    const administrator = await newMember(product, vendor.token, 'ADMIN')
    const member = await newMember(product, vendor.token)
    await product.deps.db
      .updateTable('vendor')
      .set({ mfa_required: true })
      .where('id', '=', vendor.vendorId as VendorId)
      .execute()
    expect((await product.get('/billing/invoices', administrator)).body.code).toBe('MFA_REQUIRED')
    await inTransaction(product.deps.db, (tx) => closeVendor(tx, vendor.vendorId as VendorId, product.deps.clock.now()))
    expect((await product.post('/auth/mfa/totp/confirm', { code: app.code() }, vendor)).body.code).toBe('VENDOR_CLOSED')
    for (const { email } of [vendor, administrator]) {
      const session = await signIn(product, email)
      expect(isSession(session)).toBe(true)
      expect((await product.get('/billing/invoices', { token: session.body.accessToken })).status).toBe(200)
    }
    expect((await signIn(product, member.email)).status).toBe(401)
  })

  test('ends the sign-in of a member that waits for a second factor, and not that of an administrator', async () => {
    const vendor = await newVendor(product)
    const people = [await newMember(product, vendor.token), await newMember(product, vendor.token, 'ADMIN')]
    const apps = []
    for (const person of people) {
      const started = await product.post('/auth/mfa/totp', undefined, person)
      const app = authenticatorApp(started.body.secret, product.deps.clock)
      expect((await product.post('/auth/mfa/totp/confirm', { code: app.code() }, person)).status).toBe(200)
      apps.push(app)
    }
    await product.advance(30)
    const challenges = []
    for (const { email } of people) challenges.push((await signIn(product, email)).body.challengeToken)
    await close(vendor)
    const answers = []
    for (const [i, challengeToken] of challenges.entries())
      answers.push(await product.post('/auth/challenge', { challengeToken, code: apps[i]?.code() }))
    expect(answers.map(isSession)).toEqual([false, true])
  })

  test('and launches at the same moment: the account stays open for those that came first, the others are refused', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const sender = await newSender(product, { contacts: 1, balanceMinorUnit: 100_000 })
      const requestId = await requestClosure(sender)
      const launch = (more: object = {}) => product.post('/campaigns/launch', launchBody(sender, more), sender)
      const scheduledAt = new Date(product.deps.clock.now().getTime() + HOUR_MS).toISOString()
      const deciding = approve(requestId)
      const launches = await Promise.all([launch(), launch({ scheduledAt }), launch()])
      const decided = await deciding
      outcomes.add(decided.status)
      const { body: wallet } = await product.get('/wallet/balance', sender)
      if (decided.status === 200) {
        for (const { body } of launches) expect(REFUSALS).toContain(body.code)
        expect(wallet).toMatchObject({ balanceMinorUnit: 0, reservedMinorUnit: 0 })
        const campaigns = product.deps.db.selectFrom('campaign').select('id').where('vendor_id', '=', sender.vendorId)
        expect(await campaigns.execute()).toEqual([])
      } else {
        expect(decided).toMatchObject({ status: 409, body: { blockedBy: 'ACTIVE_CAMPAIGN' } })
        expect(launches.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
        expect(await vendorStatus(sender)).toBe('ACTIVE')
      }
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('stops a free reply that was about to be sent, and one that waits fails with the reason', async () => {
    const sender = await newSender(product, { contacts: 0 })
    const reply = await givenReply(product, sender.vendorId, 0n)
    const { provider, calls } = scriptedProvider(async () => accepted())
    const { db, clock } = product.deps
    let sending: Promise<unknown> | undefined
    await inTransaction(db, async (tx) => {
      await lockWallet(tx, sender.vendorId)
      // The worker has found that the vendor may send, and waits for the wallet.
      sending = sendAll(product.deps, sender.vendorId, [reply], provider)
      await eventually(async () => expect(await countWaitingForLocks(db)).toBe(1), 20_000)
      await tx.updateTable('vendor').set({ status: 'CLOSING' }).where('id', '=', sender.vendorId).execute()
    })
    await sending
    expect(calls).toEqual([])
    expect(await singlesOf(product, sender.vendorId)).toMatchObject([{ status: 'QUEUED' }])
    await product.deps.db
      .updateTable('subscription')
      .set({ status: 'CANCELLED', cancelled_at: clock.now() })
      .where('vendor_id', '=', sender.vendorId)
      .execute()
    await sendAll(product.deps, sender.vendorId, [reply], provider)
    expect(calls).toEqual([])
    expect(await singlesOf(product, sender.vendorId)).toMatchObject([
      { status: 'FAILED', error_code: 'ACCOUNT_CLOSED' },
    ])
  })

  test('ends a suspension that is made at the same moment, or is made on a suspended account', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const vendor = await newVendor(product)
      const requestId = await requestClosure(vendor)
      const [approved, suspended] = await Promise.all([approve(requestId), suspend(vendor)])
      expect(approved.status).toBe(200)
      expect([200, 409]).toContain(suspended.status)
      if (suspended.status === 409) expect(suspended.body.currentStatus).toBe('CLOSING')
      expect(await vendorStatus(vendor)).toBe('CLOSING')
    }
  })
})

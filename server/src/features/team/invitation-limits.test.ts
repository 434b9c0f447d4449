import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPayingVendor, subscribe } from '../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { newEmail, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { USERS_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { JobHandler } from '../../platform/jobs.ts'
import { hashEmail, sealEmail } from '../auth/accounts/email-identity.ts'
import { notify } from '../notifications/notify.ts'
import { cancelSubscription } from '../subscriptions/lifecycle/cancel.ts'
import { readSubscription } from '../subscriptions/lifecycle/current.ts'
import { teamJobs } from './job-handlers.ts'
import { replaceInvitation } from './sql.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})

const invite = ({ token }: { token: string }, email = newEmail(), headers: Record<string, string> = {}) =>
  product.post('/vendor/users', { email }, { token, headers })
const LIMIT = {
  status: 422,
  body: { code: 'INVITATION_LIMIT' },
  headers: { 'retry-after': expect.stringMatching(/^\d{1,5}$/) },
}
const mailTo = (email: string) =>
  eventually(() => {
    const mail = product.mailbox.to(email).at(-1)
    if (!mail) throw new Error('no mail yet')
    return mail
  }, 15_000)

describe('invitations', () => {
  test('need a plan: without one, or with an ended one, nothing is mailed', async () => {
    const vendor = await newVendor(product)
    const email = newEmail()
    expect(await invite(vendor, email)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_REQUIRED' } })
    await subscribe(product, vendor.vendorId as VendorId)
    expect((await invite(vendor)).status).toBe(201)
    await product.deps.db
      .updateTable('subscription')
      .set({ cancelled_at: product.deps.clock.now(), status: 'CANCELLED' })
      .where('vendor_id', '=', vendor.vendorId as VendorId)
      .execute()
    expect(await invite(vendor, email)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_REQUIRED' } })
    expect(product.mailbox.to(email)).toEqual([])
  })

  test('whose plan ends before the mail is sent are withdrawn and not mailed', async () => {
    const { deps } = product
    const vendor = await newPayingVendor(product)
    const vendorId = vendor.vendorId as VendorId
    const email = newEmail()
    const invitation = {
      id: newId<'invitation'>(),
      emailHash: hashEmail(deps, email),
      emailCipher: await sealEmail(deps, deps.db, email),
      role: 'MEMBER' as const,
      invitedBy: newId<'account'>(),
      createdAt: deps.clock.now(),
      expiresAt: new Date(deps.clock.now().getTime() + DAY_MS),
    }
    await inTransaction(deps.db, (tx) => replaceInvitation(tx, vendorId, invitation))
    await inTransaction(deps.db, async (tx) => {
      const row = await readSubscription(tx, vendorId, deps.clock.now())
      await cancelSubscription(tx, deps, vendorId, row?.id ?? '', deps.clock.now())
    })
    const send = teamJobs.mailInvitation as JobHandler<{ invitationId: string }>
    for (let run = 0; run < 2; run++) await send(deps, vendorId, { invitationId: invitation.id })
    expect(product.mailbox.to(email)).toEqual([])
    expect(JSON.stringify((await product.get('/vendor/users', vendor)).body)).not.toContain(email)
  })

  test('are at most twenty a day, even when eighty are sent at once; the next day there are more', async () => {
    const vendor = await newPayingVendor(product)
    const other = await newPayingVendor(product)
    const answers = await Promise.all(Array.from({ length: 80 }, () => invite(vendor)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(LIMIT)
    // withdrawing an invitation does not take back its mail
    const id = answers.find(({ status }) => status === 201)?.body.id
    expect((await product.del(`/vendor/users/${id}`, { token: vendor.token })).status).toBe(204)
    expect(await invite(vendor)).toMatchObject(LIMIT)
    expect((await invite(other)).status).toBe(201)
    await product.advance(86_399 - 60)
    vendor.token = (await product.post('/auth/refresh', { refreshToken: vendor.refreshToken })).body.accessToken
    expect(await invite(vendor)).toMatchObject(LIMIT)
    await product.advance(62)
    expect((await invite(vendor)).status).toBe(201)
  })

  test('are at most three a day per address, in any spelling and even at once, and refused ones do not count', async () => {
    const vendor = await newPayingVendor(product)
    const email = newEmail()
    const spellings = [email, email.toUpperCase(), ` ${email}`, email, email, email]
    const answers = await Promise.all(spellings.map((spelling) => invite(vendor, spelling)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const answer of answers) if (answer.status !== 201) expect(answer).toMatchObject(LIMIT)
    for (let i = 0; i < 17; i++) expect((await invite(vendor)).status).toBe(201)
    expect(await invite(vendor)).toMatchObject(LIMIT)
  })

  test('repeated with the same key count once', async () => {
    const vendor = await newPayingVendor(product)
    const [email, headers] = [newEmail(), { 'idempotency-key': randomUUID() }]
    for (let i = 0; i < 5; i++) expect((await invite(vendor, email, headers)).status).toBe(201)
    for (let i = 0; i < 2; i++) expect((await invite(vendor, email)).status).toBe(201)
    expect(await invite(vendor, email)).toMatchObject(LIMIT)
  })
})

describe('a team', () => {
  test('has a limited number of users; expired or replaced invitations do not count', async () => {
    const full = await newPayingVendor(product)
    const fill = (count: number, expiresAt: Date) =>
      sql`insert into invitation (vendor_id, id, email_hash, email_cipher, role, invited_by, expires_at, created_at)
        select ${full.vendorId}, gen_random_uuid(), uuid_send(gen_random_uuid()), '', 'MEMBER', ${full.userId}, ${expiresAt}, ${expiresAt}
          from generate_series(1, ${count})`.execute(product.deps.db)
    await fill(USERS_PER_VENDOR_MAX, new Date(0))
    const email = newEmail()
    expect((await invite(full, email)).status).toBe(201)
    await fill(USERS_PER_VENDOR_MAX - 2, new Date(product.deps.clock.now().getTime() + DAY_MS))
    expect(await invite(full)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
    expect((await invite(full, email)).status).toBe(201)
  })
})

describe('a company name chosen by a vendor', () => {
  const EVIL = 'Your account is locked: verify at https://evil.example/pay or www.evil.example'
  const linkless = (text: string) => {
    expect(text).not.toMatch(/evil\.example/)
    expect(text).not.toMatch(/https?:\/\/(?!product\.test)/)
  }

  test('is not in the subject of an invitation, and is quoted in its text without links', async () => {
    const vendor = await newPayingVendor(product, EVIL)
    const elsewhere = await newVendor(product)
    for (const email of [newEmail(), elsewhere.email]) {
      expect((await invite(vendor, email)).status).toBe(201)
      const mail = await mailTo(email)
      expect(mail.subject).not.toMatch(/locked|evil/)
      expect(mail.text.replaceAll('\u200B', '')).toContain(`“${EVIL}”`)
      linkless(mail.text)
      linkless(mail.html)
      const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)
      for (const link of links) expect(link).toMatch(/^http:\/\/product\.test\/accept-invite#hi_/)
    }
  })

  test('is neither a link nor in the subject of any other mail, such as notices to a billing address', async () => {
    const vendor = await newPayingVendor(product, EVIL)
    const billingEmail = newEmail()
    await product.patch('/vendor/me', { billingEmail }, { token: vendor.token })
    const about = { campaignId: newId<'campaign'>(), campaign: EVIL, pauseReason: 'BY_VENDOR' } as const
    const notice = { kind: 'CAMPAIGN_PAUSED', ...about } as const
    await inTransaction(product.deps.db, (tx) =>
      notify(tx, vendor.vendorId as VendorId, notice, newId<'x'>(), product.deps.clock.now()),
    )
    // The mail about the plan may still arrive at this address too.
    const mails = await eventually(() => {
      const found = product.mailbox.to(billingEmail)
      expect(found.map(({ subject }) => subject)).toContain('Your campaign is paused')
      return found
    }, 20_000)
    for (const { text, html } of mails) {
      linkless(text)
      linkless(html)
    }
  })
})

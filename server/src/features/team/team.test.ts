import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPayingVendor } from '../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import {
  invitationFor,
  newEmail,
  newVendor,
  PASSWORD,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../tests/support/product.ts'
import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import { invitationToken } from './invitation-token.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newPayingVendor(product)
})

// The daily limit of invitations has tests of its own.
beforeEach(() =>
  product.deps.db
    .deleteFrom('invitation_log')
    .execute()
    .then(() => undefined),
)

type Admin = { token: string }
const invite = (email: string, who: Admin = vendor, more: object = {}, headers: Record<string, string> = {}) =>
  product.post('/vendor/users', { email, ...more }, { token: who.token, headers })
const accept = (token: string, password = PASSWORD) => product.post('/auth/accept-invite', { token, password })
const team = async (who: Admin = vendor, query = '') =>
  (await product.get(`/vendor/users${query}`, { token: who.token })).body
const entryOf = async (email: string, who: Admin = vendor) =>
  (await team(who, '?pageSize=100')).data.find((entry: { email: string }) => entry.email === email)
const remove = (id: string, who: Admin = vendor) => product.del(`/vendor/users/${id}`, { token: who.token })
const setRole = (id: string, role: string, who: Admin = vendor) =>
  product.patch(`/vendor/users/${id}`, { role }, { token: who.token })
const admins = async (who: Admin) =>
  (await team(who)).data.filter((entry: { role: string; status: string }) => entry.role === 'ADMIN')
/** The link of an invitation, without waiting for its mail. */
const linkOf = (invitationId: string, of: { vendorId: string } = vendor) =>
  invitationToken(product.deps.signer, of.vendorId as VendorId, invitationId)
/** Invites and accepts. */
async function join(role: 'ADMIN' | 'MEMBER' = 'MEMBER', into: Admin & { vendorId: string } = vendor) {
  const email = newEmail()
  const invited = await invite(email, into, { role })
  const { body } = await accept(linkOf(invited.body.id, into))
  return { email, token: body.accessToken as string, userId: body.user.id as string, vendorId: into.vendorId }
}
/** Waits until every enqueued mail has been sent. */
const mailsAreOut = () =>
  eventually(async () => {
    const promised = await product.deps.db.selectFrom('outbox_event').select('job_name').execute()
    expect(promised.filter(({ job_name }) => job_name.startsWith('team.'))).toEqual([])
  }, 15_000)

describe('inviting', () => {
  test('the invited person gets a link, chooses a password and becomes a member', async () => {
    const email = newEmail()
    const invited = await invite(email)
    const expiresAt = new Date(Date.parse(invited.body.createdAt) + 7 * DAY_MS).toISOString()
    expect(invited).toMatchObject({ status: 201, body: { email, role: 'MEMBER', status: 'INVITED', expiresAt } })
    expect(await entryOf(email)).toEqual(invited.body)

    const accepted = await accept(await invitationFor(product, email))
    const [mail] = product.mailbox.to(email)
    expect(mail?.subject).toBe('You are invited to join a team on Harkara')
    expect(mail?.text).toContain('“Asha Traders”')
    // in the fragment, where no server logs it
    expect(mail?.text).toMatch(/http:\/\/product\.test\/accept-invite#hi_/)
    expect(accepted).toMatchObject({
      status: 200,
      body: { tokenType: 'Bearer', user: { email, role: 'MEMBER' }, vendor: { id: vendor.vendorId } },
    })
    expect(Object.keys(accepted.body).sort()).toEqual(Object.keys((await signIn(product, email)).body).sort())
    expect(await entryOf(email)).toMatchObject({ id: accepted.body.user.id, status: 'ACTIVE', expiresAt: null })
    expect((await product.get('/vendor/me', { token: accepted.body.accessToken })).body.id).toBe(vendor.vendorId)
  })

  test('a person can be invited as an administrator', async () => {
    const { token } = await join('ADMIN')
    expect((await invite(newEmail(), { token })).status).toBe(201)
  })

  test('only administrators see and change the team', async () => {
    const member = await join()
    const answers = [
      await product.get('/vendor/users', { token: member.token }),
      await invite(newEmail(), member),
      await setRole(vendor.userId, 'MEMBER', member),
      await remove(vendor.userId, member),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  })

  test('a member of the team cannot be invited again, in any spelling', async () => {
    const { email } = await join()
    for (const spelling of [email, email.toUpperCase(), ` ${email} `])
      expect(await invite(spelling)).toMatchObject({ status: 409, body: { code: 'ALREADY_A_MEMBER' } })
  })

  test('an address with an account elsewhere gets the same answer; the mail says that it cannot join', async () => {
    const other = await newVendor(product, 'Bilal & Sons')
    const mailsBefore = product.mailbox.to(other.email).length
    const [known, unknown] = [await invite(other.email), await invite(newEmail())]
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    expect({ ...known.body, id: 0, email: 0, createdAt: 0, expiresAt: 0 }).toEqual({
      ...unknown.body,
      ...{ id: 0, email: 0, createdAt: 0, expiresAt: 0 },
    })
    await eventually(() => expect(product.mailbox.to(other.email).length).toBe(mailsBefore + 1), 15_000)
    const mail = product.mailbox.to(other.email).at(-1)
    expect(mail?.text).toContain('already has a Harkara account')
    expect(mail?.text + (mail?.html ?? '')).not.toContain('hi_')
    // even with the link, the account cannot be taken over
    const thief = await accept(linkOf(known.body.id), 'the password of a thief')
    expect(thief).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
    expect((await signIn(product, other.email)).body.vendor.id).toBe(other.vendorId)
  })

  test('a repeated invitation invalidates the previous link, and the list shows the address once', async () => {
    const email = newEmail()
    const old = linkOf((await invite(email)).body.id)
    const fresh = linkOf((await invite(email, vendor, { role: 'ADMIN' })).body.id)
    const entries = (await team(vendor, '?pageSize=100')).data.filter(
      (entry: { email: string }) => entry.email === email,
    )
    expect(entries).toMatchObject([{ role: 'ADMIN', status: 'INVITED' }])
    expect((await accept(old)).body.code).toBe('INVITATION_INVALID')
    expect((await accept(fresh)).body.user.role).toBe('ADMIN')
  })

  test('a withdrawn invitation is invalid and no longer listed', async () => {
    const email = newEmail()
    const { body } = await invite(email)
    const token = linkOf(body.id)
    expect((await setRole(body.id, 'ADMIN')).status).toBe(404) // an invitation's role cannot be changed
    expect((await remove(body.id)).status).toBe(204)
    expect(await entryOf(email)).toBeUndefined()
    expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
  })
})

describe('accepting', () => {
  test('a forged link is refused', async () => {
    const email = newEmail()
    const { id } = (await invite(email)).body
    const token = linkOf(id)
    const forged = [
      '',
      'invited',
      `hi_${vendor.vendorId}_${id}_${'A'.repeat(43)}`,
      token.slice(0, -1),
      `${token}A`,
      token.toUpperCase(),
      token.replace(vendor.vendorId, newId<'x'>()),
      token.replace(id, newId<'x'>()),
      linkOf(newId<'x'>()),
      vendor.refreshToken,
      vendor.token.slice(0, 300),
    ]
    for (const one of forged)
      expect(await accept(one), one).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
    expect(await entryOf(email)).toMatchObject({ status: 'INVITED' })
    expect((await accept(token)).status).toBe(200)
  })

  test('a common password is refused and the invitation remains', async () => {
    const token = linkOf((await invite(newEmail())).body.id)
    expect((await accept(token, 'password1')).body).toMatchObject({ errors: [{ path: 'password' }] })
    expect((await accept(token)).status).toBe(200)
  })

  test('of two at once, one is accepted and the other is refused', async () => {
    const email = newEmail()
    const token = linkOf((await invite(email)).body.id)
    const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => accept(token, `the password of number ${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'INVITATION_INVALID')).toHaveLength(4)
    const winner = answers.findIndex(({ status }) => status === 200) + 1
    expect((await signIn(product, email, `the password of number ${winner}`)).status).toBe(200)
  })
})

describe('roles and leaving', () => {
  test('the last administrator can neither leave nor be demoted', async () => {
    const alone = await newPayingVendor(product)
    for (const refused of [await remove(alone.userId, alone), await setRole(alone.userId, 'MEMBER', alone)])
      expect(refused).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
    const second = await join('MEMBER', alone)
    expect((await setRole(second.userId, 'ADMIN', alone)).status).toBe(204)
    expect((await remove(alone.userId, alone)).status).toBe(204)
    expect(await admins(second)).toMatchObject([{ email: second.email }])
  })

  test.each([
    ['removing', (id: string, who: Admin) => remove(id, who)],
    ['demoting', (id: string, who: Admin) => setRole(id, 'MEMBER', who)],
  ])('of two administrators %s each other at once, one stays', async (_act, act) => {
    let last: Admin & { userId: string; vendorId: string } = await newPayingVendor(product)
    for (let round = 0; round < 5; round++) {
      const second = await join('ADMIN', last)
      const [gone, went] = await Promise.all([act(second.userId, last), act(last.userId, second)])
      expect([gone.status, went.status].filter((status) => status === 204)).toHaveLength(1)
      last = gone.status === 204 ? last : second
      expect(await admins(last)).toMatchObject([{ id: last.userId }])
    }
  })

  test('a removed member can be invited again', async () => {
    const member = await join()
    await remove(member.userId)
    expect((await signIn(product, member.email)).status).toBe(401)
    const token = linkOf((await invite(member.email)).body.id)
    expect((await accept(token)).status).toBe(200)
  })
})

describe('inviting with an Idempotency-Key', () => {
  test('repeating the call gives the first answer and no second mail', async () => {
    const [email, headers] = [newEmail(), { 'idempotency-key': randomUUID() }]
    const first = await invite(email, vendor, {}, headers)
    const again = await invite(email, vendor, {}, headers)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotency-replayed': 'true' } })
    await mailsAreOut()
    expect(product.mailbox.to(email)).toHaveLength(1)
  })

  test('another body with the same key is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await invite(newEmail(), vendor, {}, headers)
    const other = await invite(newEmail(), vendor, {}, headers)
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('ten at once make one invitation and one mail', async () => {
    const [email, headers] = [newEmail(), { 'idempotency-key': randomUUID() }]
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(email, vendor, {}, headers)))
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('IDEMPOTENCY_IN_FLIGHT')
    await mailsAreOut()
    expect(product.mailbox.to(email)).toHaveLength(1)
  })

  test('a refusal frees the key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    expect((await invite(vendor.email, vendor, {}, headers)).status).toBe(409)
    expect((await invite(newEmail(), vendor, {}, headers)).status).toBe(201)
  })
})

describe('the list', () => {
  test('has pages and cursors, members before invitations, each once, even when a member leaves meanwhile', async () => {
    const many = await newPayingVendor(product)
    const member = await join('MEMBER', many)
    const invited = []
    for (let i = 0; i < 4; i++) invited.push((await invite(newEmail(), many)).body)
    const all = (await team(many)).data
    const ids = [many.userId, member.userId, ...invited.map(({ id }) => id)]
    expect(all.map((entry: { id: string }) => entry.id)).toEqual(ids)
    const pages = [await team(many, '?page=1&pageSize=4'), await team(many, '?page=2&pageSize=4')]
    expect(pages[0]).toMatchObject({ page: 1, pageSize: 4, total: 6, nextCursor: expect.any(String) })
    expect(pages[1]).toMatchObject({ page: 2, pageSize: 4, total: 6, nextCursor: null })
    expect([...pages[0].data, ...pages[1].data]).toEqual(all)

    const first = await team(many, '?pageSize=3')
    await remove(first.data[2].id, many)
    const second = await team(many, `?pageSize=3&cursor=${first.nextCursor}`)
    expect([...first.data, ...second.data]).toEqual(all)
    const foreign = await product.get(`/vendor/users?cursor=${first.nextCursor}`, { token: vendor.token })
    expect(foreign).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ path: 'cursor' }] } })
  })
})

test('an invitation is valid for seven days of product time, and is not listed after them', async () => {
  const [early, late] = [newEmail(), newEmail()]
  const links = [linkOf((await invite(early)).body.id), linkOf((await invite(late)).body.id)]
  await product.advance(7 * 86_400 - 60)
  expect((await accept(links[0] ?? '')).status).toBe(200)
  await product.advance(61)
  expect(await accept(links[1] ?? '')).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
  const { body } = await signIn(product, vendor.email)
  expect(await entryOf(late, { token: body.accessToken })).toBeUndefined()
})

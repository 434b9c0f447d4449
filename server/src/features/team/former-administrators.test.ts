import { beforeAll, describe, expect, test } from 'vitest'
import { newPayingVendor } from '../../../tests/support/campaigns/campaigns.ts'
import { newEmail, PASSWORD, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { invitationToken } from './invitation-token.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newPayingVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newPayingVendor(product)
})

type Admin = { token: string }
const invite = (email: string, by: Admin, role = 'ADMIN') =>
  product.post('/vendor/users', { email, role }, { token: by.token })
/** Without waiting for the mail. */
const linkOf = (invitationId: string) => invitationToken(product.deps.signer, vendor.vendorId as VendorId, invitationId)
const accept = (token: string) => product.post('/auth/accept-invite', { token, password: PASSWORD })
const remove = (id: string) => product.del(`/vendor/users/${id}`, { token: vendor.token })
const entryOf = async (email: string) =>
  (await product.get('/vendor/users?pageSize=100', { token: vendor.token })).body.data.find(
    (entry: { email: string }) => entry.email === email,
  )
async function newAdministrator() {
  const invited = await invite(newEmail(), vendor)
  const { body } = await accept(linkOf(invited.body.id))
  return { token: body.accessToken as string, userId: body.user.id as string }
}

describe('the invitations of an administrator who', () => {
  const demote = (id: string) => product.patch(`/vendor/users/${id}`, { role: 'MEMBER' }, { token: vendor.token })
  test.each([
    ['is removed', remove],
    ['becomes a member', demote],
  ])('%s are withdrawn, so that nobody comes back by a mail of their own', async (_, end) => {
    const admin = await newAdministrator()
    const [own, others] = [newEmail(), newEmail()]
    const link = linkOf((await invite(own, admin)).body.id)
    const kept = linkOf((await invite(others, vendor, 'MEMBER')).body.id)
    expect((await end(admin.userId)).status).toBeLessThan(300)
    expect(await entryOf(own)).toBeUndefined()
    expect(await accept(link)).toMatchObject({ status: 400, body: { code: 'INVITATION_INVALID' } })
    const { data } = (await product.get('/vendor/audit?action=INVITATION_WITHDRAWN', { token: vendor.token })).body
    expect(data[0]).toMatchObject({ action: 'INVITATION_WITHDRAWN', actor: { type: 'MEMBER', name: vendor.email } })
    expect((await accept(kept)).status).toBe(200)
  })

  test('is removed while inviting: the invitation is refused or withdrawn', async () => {
    for (let round = 0; round < 5; round++) {
      const admin = await newAdministrator()
      const email = newEmail()
      await Promise.all([invite(email, admin), remove(admin.userId)])
      expect(await entryOf(email)).toBeUndefined()
    }
  })
})

import { expect, test } from 'vitest'
import { subscribe } from '../../../tests/support/campaigns/campaigns.ts'
import { invitationFor, newEmail, newVendor, PASSWORD, startProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'

test('a member sees the administrators of its own company only', async () => {
  const product = await startProduct()
  await newVendor(product)
  const { token, email, vendorId } = await newVendor(product)
  await subscribe(product, vendorId as VendorId)
  const invite = async (role: string) => {
    const address = newEmail()
    await product.post('/vendor/users', { email: address, role }, { token })
    return address
  }
  const link = await invitationFor(product, await invite('MEMBER'))
  const member = (await product.post('/auth/accept-invite', { token: link, password: PASSWORD })).body.accessToken
  await invite('ADMIN') // has not accepted yet
  const answer = await product.get('/vendor/administrators', { token: member })
  expect(answer).toMatchObject({ status: 200, body: { data: [{ email }] } })
  expect(answer.body.data).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { newEmail, newMember, newVendor, startProduct } from '../../../../tests/support/product.ts'

test('refused sign-ins and requests are logged with their reason and ids, and without addresses', async () => {
  const product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  const vendor = await newVendor(product)
  const member = await newMember(product, vendor.token)
  const email = newEmail()
  const from = product.logLines.length
  await product.post('/auth/login', { email: vendor.email, password: 'wrong wrong wrong' })
  await product.post('/auth/login', { email, password: 'wrong wrong wrong' })
  await product.get('/contacts')
  await product.get('/vendor/api-keys', member)
  await product.get('/vendor/api-keys', vendor)
  const lines = product.logLines.slice(from).filter((line) => line.includes('"http.refused"'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'INVALID_CREDENTIALS', method: 'POST', requestId: expect.any(String) },
    { code: 'INVALID_CREDENTIALS' },
    { code: 'UNAUTHENTICATED', method: 'GET', route: '/api/v1/contacts' },
    { code: 'FORBIDDEN', vendorId: vendor.vendorId, accountId: member.userId },
  ])
  for (const secret of [vendor.email, email, member.email, '127.0.0.1', member.token])
    expect(lines.join()).not.toContain(secret)
})

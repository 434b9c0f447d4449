import { expect, test } from 'vitest'
import { newVendor, signIn, startProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'

test('a vendor can start five exports in 24 hours; failed ones do not count', async () => {
  const product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  const owner = await newVendor(product)
  const start = async () => {
    const token = (await signIn(product, owner.email)).body.accessToken
    return product.post('/vendor/export', undefined, { token })
  }
  const end = (id: string, status: 'EXPIRED' | 'FAILED') => {
    const now = product.deps.clock.now()
    const file = { ready_at: now, expires_at: now, file_bytes: 1n }
    return product.deps.db
      .updateTable('vendor_export')
      .set({ status, ...(status === 'EXPIRED' && file) })
      .where('vendor_id', '=', owner.vendorId as VendorId)
      .where('id', '=', id)
      .execute()
  }
  await end((await start()).body.id, 'FAILED')
  for (let i = 0; i < 5; i++) {
    const { status, body } = await start()
    expect(status).toBe(202)
    await end(body.id, 'EXPIRED')
    await product.advance(3_600)
  }
  const refused = await start()
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(18 * 3_600)
  await product.advance(wait)
  expect((await start()).status).toBe(202)
})

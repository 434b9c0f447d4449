import { expect, test } from 'vitest'
import { newMember, newVendor, signIn, startProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { eraseRemainingTeams } from './sweep.ts'

test('members of a vendor that an earlier release erased lose their accounts; its administrators and other members keep theirs', async () => {
  const product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  const [erased, staying] = [await newVendor(product), await newVendor(product)]
  const [gone, kept] = [await newMember(product, erased.token), await newMember(product, staying.token)]
  const at = product.deps.clock.now()
  await product.deps.db
    .updateTable('vendor')
    .set({ status: 'CLOSED', closed_at: at, data_destroyed_at: at, data_erased_at: at })
    .where('id', '=', erased.vendorId as VendorId)
    .execute()
  await Promise.all([eraseRemainingTeams(product.deps), eraseRemainingTeams(product.deps)])
  expect((await signIn(product, gone.email)).status).toBe(401)
  for (const { email } of [erased, staying, kept]) expect((await signIn(product, email)).status).toBe(200)
  await eraseRemainingTeams(product.deps)
  expect((await newMember(product, staying.token, 'MEMBER', gone.email)).userId).not.toBe(gone.userId)
})

import { expect, test } from 'vitest'
import { csv } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor } from '../../../../tests/support/product.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { repairRow } from './repair.ts'

test('a row that is repaired just before another header is chosen is 409, not an error', async () => {
  const product = await startProductWithoutQueue()
  const owner = await newVendor(product)
  const jobId = await byHand(product, owner).toReview(csv(['Name', 'Phone'], ['Asha', '+919876543210']))
  const chosen: number[] = []
  const { db } = product.deps
  /** The other request comes right after the repair is committed. */
  const chooseHeader = async () => {
    const repaired = await db.selectFrom('import_repair').select('row_index').execute()
    if (repaired.length > 0 && chosen.length === 0)
      chosen.push((await product.post(`/contacts/import/${jobId}/mapping`, { headerRow: 1 }, owner)).status)
  }
  const overtaken = new Proxy(db, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: async (body: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
          const result = await db.transaction().execute(body)
          await chooseHeader()
          return result
        },
      })
    },
  })
  const repair = repairRow({ ...product.deps, db: overtaken }, owner as unknown as VendorPrincipal, jobId, 2, {
    Name: 'Asha Rao',
  })
  await expect(repair).rejects.toMatchObject({ code: 'INVALID_STATE' })
  expect(chosen).toEqual([202])
})

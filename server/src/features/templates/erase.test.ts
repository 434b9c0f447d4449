import { expect, test } from 'vitest'
import { realTemplate } from '../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { newVendor, startProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { eraseTemplates } from './erase.ts'

test('the templates of an erased vendor are emptied at once, and gone when the provider has deleted them', async () => {
  const product = await startProduct({ sandbox: true })
  const { db, provider, clock } = product.deps
  const vendor = await newVendor(product)
  const templateId = await realTemplate(product, vendor.token)
  const rows = () =>
    db
      .selectFrom('template')
      .selectAll()
      .where('vendor_id', '=', vendor.vendorId as VendorId)
      .execute()
  const [{ provider_name: name, language } = { provider_name: '', language: '' }] = await rows()
  expect(await provider.findTemplate(name, language)).toBeDefined()
  await inTransaction(db, async (tx) => {
    await eraseTemplates(tx, vendor.vendorId as VendorId, clock.now())
    const left = await tx.selectFrom('template').selectAll().where('id', '=', templateId).execute()
    expect(left).toMatchObject([{ components: [], media_id: null, is_deleted: true }])
  })
  await eventually(async () => {
    expect(await rows()).toEqual([])
    expect((await provider.findTemplate(name, language))?.providerId).toBeUndefined()
  }, 30_000)
})

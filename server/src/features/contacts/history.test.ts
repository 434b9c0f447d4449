import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newVendor, startProduct } from '../../../tests/support/product.ts'

test('the history of a contact is read page by page, however long it is', async () => {
  const product = await startProduct()
  const { token } = await newVendor(product)
  const { id } = (await product.post('/contacts', { mobile: '919876543210' }, { token })).body
  for (let i = 0; i < 10; i++) await product.patch(`/contacts/${id}`, { name: `Name ${i}` }, { token })
  await product.deps.db
    .updateTable('contact_audit')
    .set({ created_at: sql`created_at + revision * interval '1 second'` })
    .where('contact_id', '=', id)
    .execute()
  const page = async (query: string) => (await product.get(`/contacts/${id}/history?${query}`, { token })).body
  const all = (await page('pageSize=100')).data
  const first = await page('pageSize=4')
  const second = await page(`pageSize=4&cursor=${first.nextCursor}`)
  const third = await page(`pageSize=4&cursor=${second.nextCursor}`)
  expect(all).toHaveLength(11)
  expect([...first.data, ...second.data, ...third.data]).toEqual(all)
  expect([first.total, third.total, third.nextCursor]).toEqual([11, 11, null])
  expect((await page('pageSize=4&page=2')).data).toEqual(second.data)
})

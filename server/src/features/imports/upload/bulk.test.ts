import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { csv, untilStatus, upload } from '../../../../tests/support/imports/imports.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'

const POOL = 3
let product: TestProduct
let token: string

beforeAll(async () => {
  product = await startProduct({ env: { DATABASE_POOL_SIZE: String(POOL) } })
  token = (await newVendor(product)).token
})

test('imports use separate connections, and requests are served while all of those are busy', async () => {
  const { body } = await upload(product, csv(['Name', 'Phone'], ['Asha', '+919876500001']), { token })
  await untilStatus(product, token, body.jobId, 'PENDING_REVIEW')
  const names = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'harkara%' order by 1`.execute(product.deps.db)
  expect(names.rows.map(({ name }) => name)).toContain('harkara-bulk')

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const taken = Array.from({ length: POOL }, () =>
    product.deps.bulkDb.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await released
    }),
  )
  const status = await product.get(`/contacts/import/${body.jobId}/status`, { token })
  expect(status).toMatchObject({ status: 200, body: { status: 'PENDING_REVIEW' } })
  release()
  await Promise.all(taken)
})

import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import type { VendorId } from '../../src/domain/ids.ts'
import { eraseClosedVendors } from '../../src/features/erasure/sweep.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { startBeside } from '../support/payments/payment-processes.ts'
import { newVendor, startProduct, type TestProduct } from '../support/product.ts'

const MONTH_MS = 31 * DAY_MS

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER'] })
})

test.each(['vendor.data-destroyed', 'vendor.data-erasing'])(
  'a process that is killed at %s leaves work that the next one completes, with one audit entry',
  async (point) => {
    const { token, vendorId } = await newVendor(product)
    for (const mobile of ['919876500011', '919876500012'])
      expect((await product.post('/contacts', { mobile, name: 'Asha' }, { token })).status).toBe(201)
    const closedAt = new Date(product.deps.clock.now().getTime() - MONTH_MS)
    const { db } = product.deps
    const own = vendorId as VendorId
    await db.updateTable('vendor').set({ status: 'CLOSED', closed_at: closedAt }).where('id', '=', own).execute()
    const doomed = await startBeside({ product }, { CRASH_AT: point, SERVICE_TYPE: 'WORKER' })
    if (doomed.child.signalCode === null) await once(doomed.child, 'exit')
    expect(doomed.child.signalCode).toBe('SIGKILL')

    const vendor = () => db.selectFrom('vendor').selectAll().where('id', '=', own).executeTakeFirstOrThrow()
    const { data_destroyed_at: destroyedAt, data_erased_at: erasedAt } = await vendor()
    expect({ destroyedAt, erasedAt }).toEqual({ destroyedAt: expect.any(Date), erasedAt: null })
    const contacts = () => db.selectFrom('contact').select('id').where('vendor_id', '=', own).execute()
    expect(await contacts()).toHaveLength(2)
    expect(await db.selectFrom('data_key').select('version').where('vendor_id', '=', own).execute()).toEqual([])

    await eraseClosedVendors(product.deps)
    expect(await contacts()).toEqual([])
    expect(await vendor()).toMatchObject({ data_destroyed_at: destroyedAt, data_erased_at: expect.any(Date) })
    const entries = await db.selectFrom('audit_entry').select('action').where('vendor_id', '=', own).execute()
    expect(entries).toEqual([{ action: 'VENDOR_DATA_DESTROYED' }])
  },
  FAULT_RUN_MS,
)

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/durations.ts'
import type { VendorId } from '../../src/domain/ids.ts'
import { eraseClosedVendors } from '../../src/features/erasure/sweep.ts'
import { exportJobs } from '../../src/features/exports/job-handlers.ts'
import { lockJob } from '../../src/features/imports/sql.ts'
import { closeVendor, startClosing } from '../../src/features/vendors/close.ts'
import { DataKeyDestroyed } from '../../src/platform/crypto/keyring.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import { PermanentFailure } from '../../src/ports/queue.ts'
import { ERASED } from '../support/database/erased-tables.ts'
import { countWaitingForLocks } from '../support/database/locks.ts'
import { eventually } from '../support/eventually.ts'
import { csv } from '../support/imports/imports.ts'
import { byHand, startProductWithoutQueue } from '../support/imports/imports-by-hand.ts'
import { filesUnder } from '../support/imports/stored-files.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { newVendor, type TestProduct } from '../support/product.ts'

const ROUNDS = 4
const ROWS = 12
const MONTH_MS = 31 * DAY_MS

let product: TestProduct
beforeAll(async () => {
  product = await startProductWithoutQueue()
})

interface Who {
  token: string
  vendorId: string
}

let next = 0
const newFile = () =>
  csv(['Name', 'Phone'], ...Array.from({ length: ROWS }, (_, i) => [`Name ${i}`, `+9198${55_000_000 + next++}`]))

describe('the erasure of a closed account', () => {
  async function closedLongAgo({ vendorId }: Who) {
    const closedAt = new Date(product.deps.clock.now().getTime() - MONTH_MS)
    const own = vendorId as VendorId
    await inTransaction(product.deps.db, async (tx) => {
      await startClosing(tx, own, closedAt)
      await closeVendor(tx, own, closedAt)
    })
  }

  async function expectNothingLeft({ vendorId }: Who) {
    for (const table of ERASED) {
      const { rows } = await sql`select from ${sql.table(table)} where vendor_id = ${vendorId}`.execute(product.deps.db)
      expect(rows, table).toHaveLength(0)
    }
    const files = await filesUnder(product.deps.config.dataDir)
    expect(files.filter((path) => path.includes(vendorId))).toEqual([])
  }

  /** Work of a vendor whose key was destroyed fails for good. */
  const orDestroyed = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!(error instanceof DataKeyDestroyed)) throw error
    })

  test('waits for rows that an import is staging, and deletes them too', async () => {
    const vendor = await newVendor(product)
    const { db } = product.deps
    const hand = byHand(product, vendor, ROWS / 2)
    const jobId = await hand.uploadAndRead(newFile())
    const [first, second] = await hand.inStates(jobId, 'STORED')
    await hand.processChunk(jobId, Number(first))
    await closedLongAgo(vendor)
    const works: Promise<unknown>[] = []
    await inTransaction(db, async (tx) => {
      await lockJob(tx, vendor.vendorId as VendorId, jobId)
      works.push(hand.processChunk(jobId, Number(second)))
      await eventually(async () => expect(await countWaitingForLocks(db)).toBe(1), 20_000)
      works.push(eraseClosedVendors(product.deps))
      await eventually(async () => expect(await countWaitingForLocks(db)).toBe(2), 20_000)
    })
    await Promise.all(works)
    await expectNothingLeft(vendor)
  })

  test(
    'leaves nothing of imports and exports that run meanwhile',
    async () => {
      const run = exportJobs.makeExport as Exclude<typeof exportJobs.makeExport, (...args: never[]) => unknown>
      for (let round = 0; round < 2 * ROUNDS; round++) {
        const vendor = await newVendor(product)
        const hand = byHand(product, vendor, 3)
        const reading = await hand.uploadAndRead(newFile())
        const confirmed = await hand.toReview(newFile())
        await hand.confirm(confirmed)
        const { body } = await product.post('/vendor/export', undefined, vendor)
        await closedLongAgo(vendor)
        const [own, job] = [vendor.vendorId as VendorId, { exportId: body.id as string }]
        const write = () =>
          run.run(product.deps, own, job).catch((error: unknown) => {
            if (error instanceof PermanentFailure) return run.givenUp(product.deps, own, job)
            throw error
          })
        await Promise.all([
          orDestroyed(hand.processAll(reading)),
          orDestroyed(hand.persistAll(confirmed)),
          write(),
          eraseClosedVendors(product.deps),
        ])
        // The queue runs an export again until it is done.
        await write()
        await expectNothingLeft(vendor)
      }
    },
    FAULT_RUN_MS,
  )
})

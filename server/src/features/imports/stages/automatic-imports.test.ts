import { setTimeout as sleep } from 'node:timers/promises'
import { sql as raw } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { csv, statusOf, untilStatus, upload } from '../../../../tests/support/imports/imports.ts'
import { startProductByHand, workOnImports } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'

const ASKED_EVERY_MS = 20

let product: TestProduct
let token: string

beforeAll(async () => {
  product = await startProductByHand()
  token = (await newVendor(product)).token
  await workOnImports(product)
})

const statusesIn = (status: { history: { status: string }[] }) => status.history.map((entry) => entry.status)

const TO_REVIEW = [
  'UPLOADED',
  'SCANNING',
  'HEADERS_EXTRACTED',
  'AWAITING_MAPPING',
  'MAPPING_CONFIRMED',
  'QUEUED',
  'PROCESSING',
  'PENDING_REVIEW',
]

test('a client that only uploads and polls reaches the review, and COMPLETED after a confirmation', async () => {
  const accepted = await upload(product, csv(['Name', 'Phone'], ['Asha', '+919876500001']), { token })
  expect(accepted).toMatchObject({ status: 202, body: { status: 'UPLOADED', message: expect.any(String) } })
  const { jobId } = accepted.body
  const review = await untilStatus(product, token, jobId, 'PENDING_REVIEW')
  expect(review).toMatchObject({ jobId, status: 'PENDING_REVIEW', terminal: false, needsAction: true })
  expect(review).not.toHaveProperty('result')
  expect(review).not.toHaveProperty('failureReason')
  expect(statusesIn(review)).toEqual(TO_REVIEW)

  const confirmed = await product.post(`/contacts/import/${jobId}/confirm`, undefined, { token })
  expect(confirmed).toMatchObject({ status: 202, body: { jobId, status: 'PERSISTING' } })
  const done = await untilStatus(product, token, jobId, 'COMPLETED')
  expect(done).toMatchObject({ terminal: true, needsAction: false, progress: 100 })
  expect(statusesIn(done)).toEqual([...TO_REVIEW, 'PERSISTING', 'COMPLETED'])
  const instants = done.history.map(({ at }: { at: string }) => at)
  expect(instants).toEqual([...instants].sort())
  for (const at of instants) expect(new Date(at).toISOString()).toBe(at)

  // Each stage is measured as a whole and once, from when the import entered it.
  const reached = (wanted: string) =>
    new Date(done.history.find(({ status }: { status: string }) => status === wanted).at).getTime() / 1_000
  const times = {
    read: reached('QUEUED') - reached('UPLOADED'),
    process: reached('PENDING_REVIEW') - reached('QUEUED'),
    persist: reached('COMPLETED') - reached('PERSISTING'),
  }
  const { values } = await product.deps.metrics.importStageSeconds.get()
  for (const [stage, seconds] of Object.entries(times)) {
    const measured = (name: string) =>
      values.find(({ metricName, labels }) => metricName === name && labels.stage === stage)?.value
    expect(measured('harkara_import_stage_seconds_count'), stage).toBe(1)
    expect(measured('harkara_import_stage_seconds_sum'), stage).toBeGreaterThanOrEqual(seconds)
  }
})

test('an import of several chunks completes while its status is polled', async () => {
  const rows = Array.from({ length: 5_100 }, (_, i) => [`Name ${i}`, `98${21_000_000 + i}`])
  const { body } = await upload(product, csv(['Name', 'Phone'], ...rows), { token })
  const progress: number[] = []
  for (let isConfirmed = false; ; ) {
    const status = await statusOf(product, token, body.jobId)
    progress.push(status.progress)
    if (status.terminal) {
      expect(status).toMatchObject({ status: 'COMPLETED', result: { created: 5_100 } })
      break
    }
    if (status.needsAction && !isConfirmed) {
      isConfirmed = true
      await product.post(`/contacts/import/${body.jobId}/confirm`, undefined, { token })
    }
    await sleep(ASKED_EVERY_MS)
  }
  expect(progress).toEqual([...progress].sort((a, b) => a - b))
})

test('after a bulk insert the planner has statistics and uses index lookups', async () => {
  const [other, mine] = [await newVendor(product), await newVendor(product)]
  const whoseBook = async () => {
    const { rows } = await raw<{ vendors: string | null }>`
      select most_common_vals::text as vendors from pg_stats where tablename = 'contact' and attname = 'vendor_id'
    `.execute(product.deps.db)
    return rows[0]?.vendors ?? ''
  }
  await product.post('/contacts/bulk', [{ mobile: '919821999001' }], { token: other.token })
  await raw`analyze contact`.execute(product.deps.db)
  expect(await whoseBook()).not.toContain(mine.vendorId)
  const rows = Array.from({ length: 5_000 }, (_, i) => [`98${22_000_000 + i}`])
  const { body } = await upload(product, csv(['Phone'], ...rows), mine)
  await untilStatus(product, mine.token, body.jobId, 'PENDING_REVIEW')
  await product.post(`/contacts/import/${body.jobId}/confirm`, undefined, mine)
  await eventually(async () => expect(await whoseBook()).toContain(mine.vendorId), 20_000)
})

test('rows that wait for the majority are processed by one worker only, and no job fails', async () => {
  for (let i = 10; i < 30; i++) {
    const file = csv(['Phone'], ['+447911123456'], ['+447911123457'], [`079111234${i}`], ['12'])
    const { body } = await upload(product, file, { token })
    const { stats } = await untilStatus(product, token, body.jobId, 'PENDING_REVIEW')
    expect(stats).toMatchObject({ validRows: 3, invalidRows: 1 })
  }
  expect(product.logLines.filter((line) => line.includes('"job.failed"'))).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import {
  importWhole,
  jobsOf,
  raceUploads,
  statusOf,
  untilStatus,
  upload,
  uploadForm,
} from '../../../../tests/support/imports/imports.ts'
import { type Answer, newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { EICAR } from '../../../../tests/support/tables/eicar.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { lockVendor } from '../../vendors/members.ts'

const ACTIVE_MAX = 3
let product: TestProduct
let vendor: { token: string; vendorId: string }
let otherVendor: { token: string; vendorId: string }
beforeAll(async () => {
  product = await startProduct({ env: { ACTIVE_IMPORTS_PER_VENDOR: `${ACTIVE_MAX}` } })
  otherVendor = await newVendor(product)
})
beforeEach(async () => {
  vendor = await newVendor(product)
})

/** A file with unique content. */
const newFile = () => `Name,Phone\nAsha ${randomUUID()},+919876543210\n`
const isReplay = ({ headers }: Answer) => headers['idempotency-replayed'] === 'true'
const cancel = async (jobId: string) =>
  expect((await product.post(`/contacts/import/${jobId}/cancel`, undefined, vendor)).status).toBe(201)

describe('the same Idempotency-Key', () => {
  test('with the same file and fields returns the first response, before the duplicate check', async () => {
    const [file, key] = [newFile(), randomUUID()]
    const send = () => upload(product, file, { ...vendor, key, fields: { labels: 'vip', defaultCountry: 'IN' } })
    const first = await send()
    expect([first.status, isReplay(first)]).toEqual([202, false])
    for (const again of [await send(), await send()])
      expect([again.status, again.body, isReplay(again)]).toEqual([202, first.body, true])
    await cancel(first.body.jobId)
    expect((await send()).body).toEqual(first.body)
    expect(await jobsOf(product, vendor)).toHaveLength(1)
  })

  test('with another file or other fields is rejected with 422', async () => {
    const [file, key] = [newFile(), randomUUID()]
    expect((await upload(product, file, { ...vendor, key, fields: { labels: 'vip' } })).status).toBe(202)
    for (const answer of [
      await upload(product, newFile(), { ...vendor, key, fields: { labels: 'vip' } }),
      await upload(product, `${file}\n`, { ...vendor, key, fields: { labels: 'vip' } }),
      await upload(product, file, { ...vendor, key }),
      await upload(product, file, { ...vendor, key, fields: { labels: 'VIP' } }),
      await upload(product, file, { ...vendor, key, fields: { labels: 'vip', allowDuplicateFile: 'true' } }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await jobsOf(product, vendor)).toHaveLength(1)
  })

  test('is rejected with 409 while the first upload is running, or 422 if the content differs', async () => {
    const [file, key] = [newFile(), randomUUID()]
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let first: Promise<Answer> | undefined
    const held = inTransaction(product.deps.db, async (tx) => {
      await lockVendor(tx, vendor.vendorId as VendorId)
      first = upload(product, file, { ...vendor, key })
      await released
    })
    await eventually(async () => {
      const claims = product.deps.db.selectFrom('idempotency_key').select('key').where('key', '=', key)
      expect(await claims.execute()).toHaveLength(1)
    }, 10_000)
    const again = await upload(product, file, { ...vendor, key })
    expect(again).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_FLIGHT' } })
    expect(String(again.headers['retry-after'])).toMatch(/^[1-9]\d*$/)
    expect((await upload(product, newFile(), { ...vendor, key })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
    release()
    await held
    expect((await first)?.status).toBe(202)
    expect(isReplay(await upload(product, file, { ...vendor, key }))).toBe(true)
  })

  test('can be reused after a rejection, and is scoped to one vendor', async () => {
    const [file, key] = [newFile(), randomUUID()]
    expect((await upload(product, file, { ...vendor, key, fileName: 'a.pdf' })).status).toBe(415)
    expect((await upload(product, file, { ...vendor, key, fields: { autoMap: 'x' } })).status).toBe(400)
    expect((await upload(product, '', { ...vendor, key })).status).toBe(400)
    const first = await upload(product, file, { ...vendor, key })
    const others = await upload(product, file, { ...otherVendor, key })
    expect([first.status, isReplay(first), others.status, isReplay(others)]).toEqual([202, false, 202, false])
    expect(others.body.jobId).not.toBe(first.body.jobId)
    await product.post(`/contacts/import/${others.body.jobId}/cancel`, undefined, otherVendor)
  })

  test('in twenty concurrent requests creates one job', async () => {
    const key = randomUUID()
    const { jobIds, refusals } = await raceUploads(product, newFile(), vendor, 20, () => key)
    expect(jobIds.size).toBe(1)
    expect([...refusals]).toEqual(refusals.size > 0 ? ['IDEMPOTENCY_IN_FLIGHT'] : [])
    expect(await jobsOf(product, vendor)).toHaveLength(1)
  })
})

describe('the same file again', () => {
  test('in twenty concurrent requests with different keys creates one job, named in the other responses; other vendors learn nothing', async () => {
    const file = newFile()
    const [race, others] = await Promise.all([
      raceUploads(product, file, vendor, 20, randomUUID),
      upload(product, file, otherVendor),
    ])
    expect([race.jobIds.size, [...race.refusals]]).toEqual([1, ['DUPLICATE_FILE']])
    expect(race.existing).toEqual(race.jobIds)
    expect(await jobsOf(product, vendor)).toHaveLength(1)
    expect(others.status).toBe(202)
    expect(race.jobIds).not.toContain(others.body.jobId)
  })

  test('is rejected while the first is running, even with allowDuplicateFile; afterwards it needs that flag', async () => {
    const file = newFile()
    const fields = { allowDuplicateFile: 'true' }
    const { jobId } = (await upload(product, file, vendor)).body
    const duplicate = { status: 409, body: { code: 'DUPLICATE_FILE', existingJobId: jobId } }
    expect(await upload(product, file, { ...vendor, fields })).toMatchObject(duplicate)
    await untilStatus(product, vendor.token, jobId, 'PENDING_REVIEW')
    expect(await upload(product, file, { ...vendor, fields })).toMatchObject(duplicate)
    await product.post(`/contacts/import/${jobId}/confirm`, undefined, vendor)
    await untilStatus(product, vendor.token, jobId, 'COMPLETED')
    expect(await upload(product, file, vendor)).toMatchObject(duplicate)
    expect(await upload(product, file, { ...vendor, fileName: 'other.csv' })).toMatchObject(duplicate)
    const allowed = await upload(product, file, { ...vendor, fields })
    expect(allowed.status).toBe(202)
    expect((await upload(product, file, { ...vendor, fields })).body.existingJobId).toBe(allowed.body.jobId)
  })

  test('is rejected after a partial success too, and accepted once that import is undone', async () => {
    const file = `${newFile()}Ben,12\n`
    const { jobId, status } = await importWhole(product, file, vendor)
    expect(status.status).toBe('PARTIAL_SUCCESS')
    expect((await upload(product, file, vendor)).body.existingJobId).toBe(jobId)
    expect((await product.post(`/contacts/import/${jobId}/undo`, undefined, vendor)).status).toBe(202)
    expect((await upload(product, file, vendor)).status).toBe(202)
  })

  test('is accepted after the first was cancelled or has failed', async () => {
    const file = newFile()
    await cancel((await upload(product, file, vendor)).body.jobId)
    expect((await upload(product, file, vendor)).status).toBe(202)
    const empty = `Name,Phone\n${' '.repeat(9)}\n`
    for (let i = 0; i < 2; i++) {
      const answer = await upload(product, empty, vendor)
      expect(answer.status).toBe(202)
      await untilStatus(product, vendor.token, answer.body.jobId, 'FAILED')
    }
  })

  test('is never accepted once it was quarantined', async () => {
    const file = `Name,Phone\n${EICAR},+919876543210\n`
    const { jobId } = (await upload(product, file, vendor)).body
    await untilStatus(product, vendor.token, jobId, 'QUARANTINED')
    for (const fields of [{ allowDuplicateFile: 'false' }, { allowDuplicateFile: 'true' }])
      expect(await upload(product, file, { ...vendor, fields })).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE_FILE', existingJobId: jobId },
      })
  })
})

describe('limits', () => {
  test('on running imports: the next is rejected with 429 until one has ended', async () => {
    const fields = { autoMap: 'false' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => upload(product, newFile(), { ...vendor, fields })),
    )
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(ACTIVE_MAX)
    for (const { body, headers } of answers.filter(({ status }) => status !== 202)) {
      expect(body).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    const [file, key] = [newFile(), randomUUID()]
    expect((await upload(product, file, { ...vendor, key })).status).toBe(429)
    expect((await upload(product, file, otherVendor)).status).toBe(202)
    await cancel(accepted[0]?.body.jobId)
    expect((await upload(product, file, { ...vendor, key })).status).toBe(202)
  })

  test('on uploads: 60 a minute, counted down in the headers, the next rejected with 429', async () => {
    const send = () => uploadForm(product, vendor.token, [])
    for (let left = 59; left >= 0; left--) {
      const answer = await send()
      expect([answer.status, answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']]).toEqual([
        400,
        '60',
        `${left}`,
      ])
    }
    const refused = await upload(product, newFile(), vendor)
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(refused.headers['ratelimit-remaining']).toBe('0')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['ratelimit-reset'])).toBeGreaterThan(0)
    expect((await product.get('/contacts/import', vendor)).status).toBe(200)
    expect(await statusOf(product, vendor.token, randomUUID())).toMatchObject({ status: 404 })
    expect(await jobsOf(product, vendor)).toHaveLength(0)
  })
})

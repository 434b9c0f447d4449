import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { untilStatus, uploadToReview } from '../../../../tests/support/imports/imports.ts'
import { newVendor, signIn, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../sandbox/seed.ts'
import { inspectImport, mailAboutFlag } from './inspect-import.ts'

const SUBJECT = 'Review an import with sequential phone numbers'

let product: TestProduct
let operator: string
beforeAll(async () => {
  product = await startProduct()
  operator = (await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)).body.accessToken
})

const file = (numbers: number[]) =>
  `Name,Phone\r\n${numbers.map((number, i) => `Zubeida ${i},+${number}\r\n`).join('')}`
const sequence = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + ((i * 83) % count))
const scattered = (count: number) => Array.from({ length: count }, (_, i) => 919_000_000_000 + i * 1_234_567)

async function imported({ token }: { token: string }, numbers: number[]) {
  const jobId = await uploadToReview(product, file(numbers), { token })
  expect((await product.post(`/contacts/import/${jobId}/confirm`, undefined, { token })).status).toBe(202)
  await untilStatus(product, token, jobId, 'COMPLETED')
  return jobId
}
const flagsOf = async ({ vendorId }: { vendorId: string }) =>
  (await product.get(`/admin/imports/flagged?vendorId=${vendorId}`, { token: operator })).body
const mailsAbout = ({ vendorId }: { vendorId: string }) =>
  product.mailbox
    .to('support@harkara.test')
    .filter(({ text, subject }) => subject === SUBJECT && text.includes(vendorId))

describe('an import of sequential numbers', () => {
  test('is listed for operators and mailed to support, without personal data, and is not stopped', async () => {
    const vendor = await newVendor(product, 'Visit https://evil.example')
    const importJobId = await imported(vendor, [...sequence(919_876_500_950, 240), ...scattered(60)])
    await eventually(() => expect(mailsAbout(vendor)).toHaveLength(1), 15_000)
    expect(await flagsOf(vendor)).toMatchObject({
      total: 1,
      data: [{ ...{ vendorId: vendor.vendorId, importJobId }, contacts: 300, sequentialContacts: 240 }],
    })
    const { text, html } = mailsAbout(vendor)[0] ?? { text: '', html: '' }
    expect(text).toContain('240 of 300 numbers')
    for (const part of [text, html, JSON.stringify(await flagsOf(vendor))])
      expect(part).not.toMatch(/Zubeida|9198765|9190000/)
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.example/)
    expect((await product.get('/contacts', { token: vendor.token })).body.total).toBe(300)
    // the job may run twice
    const { deps } = product
    await inspectImport(deps, vendor.vendorId as VendorId, { jobId: importJobId })
    expect((await flagsOf(vendor)).total).toBe(1)
    // and a vendor cannot flood support
    for (let i = 0; i < 5; i++) await mailAboutFlag(deps, vendor.vendorId as VendorId, { jobId: importJobId })
    expect(mailsAbout(vendor)).toHaveLength(3)
  })

  test('is not one of scattered numbers, nor one with the block of a company', async () => {
    const vendor = await newVendor(product)
    const jobId = await imported(vendor, [...scattered(250), ...sequence(442_079_460_000, 100)])
    await inspectImport(product.deps, vendor.vendorId as VendorId, { jobId })
    expect(await flagsOf(vendor)).toMatchObject({ total: 0, data: [] })
  })

  test('is for the eyes of operators only, and the list needs a valid filter', async () => {
    const { token } = await newVendor(product)
    expect((await product.get('/admin/imports/flagged', { token })).status).toBe(403)
    expect((await product.get('/admin/imports/flagged?vendorId=x', { token: operator })).status).toBe(400)
    expect((await product.get('/admin/imports/flagged', { token: operator })).status).toBe(200)
  })
})

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { eventually, StopWaiting } from '../eventually.ts'
import type { Answer, TestProduct } from '../product.ts'
import { filesUnder } from './stored-files.ts'

/** Sends requests to the product in this process, or to one that listens. */
export type Client = Pick<TestProduct, 'send' | 'get' | 'post'>

export interface UploadOptions {
  token: string
  fileName?: string
  type?: string
  key?: string | undefined
  fields?: Record<string, string>
}

/** A multipart form as a browser sends it. */
export function formOf(parts: { name: string; value: string | Buffer; fileName?: string; type?: string }[]) {
  const boundary = `----harkara${randomUUID()}`
  const chunks = parts.flatMap(({ name, value, fileName, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.isBuffer(value) ? value : Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

export async function upload(product: Client, content: string | Buffer, options: UploadOptions): Promise<Answer> {
  const { fileName = 'contacts.csv', type = 'text/csv', fields = {} } = options
  const key = 'key' in options ? options.key : randomUUID()
  const form = formOf([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: Buffer.isBuffer(content) ? content : Buffer.from(content), fileName, type },
  ])
  return product.send('POST', '/contacts/import', form.payload, {
    token: options.token,
    headers: { 'content-type': form.contentType, ...(key !== undefined && { 'idempotency-key': key }) },
  })
}

export const statusOf = async (product: Client, token: string, jobId: string) =>
  (await product.get(`/contacts/import/${jobId}/status`, { token })).body

/** Waits until the import is in one of these states. */
export async function untilStatus(product: Client, token: string, jobId: string, ...wanted: string[]) {
  return eventually(async () => {
    const status = await statusOf(product, token, jobId)
    if (status.terminal && !wanted.includes(status.status))
      throw new StopWaiting(`the import ended as ${status.status}: ${status.failureReason}`)
    expect(wanted, `status of import ${jobId}`).toContain(status.status)
    return status
  }, 30_000)
}

/** Uploads and waits for the preview. */
export async function uploadToReview(product: Client, content: string | Buffer, options: UploadOptions) {
  const answer = await upload(product, content, options)
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  const { jobId } = answer.body
  await untilStatus(product, options.token, jobId, 'PENDING_REVIEW')
  return jobId as string
}

async function confirm(product: Client, token: string, jobId: string) {
  expect((await product.post(`/contacts/import/${jobId}/confirm`, undefined, { token })).status).toBe(202)
  return untilStatus(product, token, jobId, 'COMPLETED', 'PARTIAL_SUCCESS')
}

export const previewOf = async (product: Client, token: string, jobId: string, query = '') =>
  (await product.get(`/contacts/import/${jobId}/preview${query}`, { token })).body

/** Runs an import from upload to its end. */
export async function importWhole(product: Client, content: string | Buffer, options: UploadOptions) {
  const jobId = await uploadToReview(product, content, options)
  return { jobId, status: await confirm(product, options.token, jobId) }
}

/** A CSV file whose cells need no quotes. */
export const csv = (...rows: readonly (readonly string[])[]) => `${rows.map((row) => row.join(',')).join('\n')}\n`

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any

/** A contact without ids and instants, which differ between imports. */
export const withoutInstants = ({ mobile, name, labels, attributes, countryCode, source }: Json) => ({
  mobile,
  name,
  labels,
  attributes,
  countryCode,
  source,
})

type FormPart = Parameters<typeof formOf>[0][number]

/** Uploads a form with its parts in this order. */
export async function uploadForm(product: Client, token: string, parts: FormPart[], key: string = randomUUID()) {
  const form = formOf(parts)
  const headers = { 'content-type': form.contentType, 'idempotency-key': key }
  return product.send('POST', '/contacts/import', form.payload, { token, headers })
}

/** The files and rows that uploads have left behind. */
export async function uploadsKept({ deps }: TestProduct) {
  const files = await filesUnder(join(deps.config.dataDir, 'files')).catch(() => [])
  const uploads = await deps.db.selectFrom('import_upload').select('id').orderBy('id').execute()
  const jobs = await deps.db.selectFrom('import_job').select('id').orderBy('id').execute()
  return { files: files.sort(), uploads, jobs }
}

export const jobsOf = ({ deps }: TestProduct, { vendorId }: { vendorId: string }) =>
  deps.db
    .selectFrom('import_job')
    .selectAll()
    .where('vendor_id', '=', vendorId as VendorId)
    .execute()

/** Uploads one file many times concurrently. Returns the created jobs, the refusals, and the jobs that they name. */
export async function raceUploads(
  product: TestProduct,
  file: string,
  { token }: { token: string },
  count: number,
  keyOf: () => string,
) {
  const all = Array.from({ length: count }, () => upload(product, file, { token, key: keyOf() }))
  const answers = await Promise.all(all)
  const refused = answers.filter(({ status }) => status !== 202)
  for (const { status } of refused) expect(status).toBe(409)
  return {
    jobIds: new Set(answers.flatMap(({ status, body }) => (status === 202 ? [body.jobId as string] : []))),
    refusals: new Set(refused.map(({ body }) => body.code as string)),
    existing: new Set(refused.flatMap(({ body }) => (body.existingJobId as string) ?? [])),
  }
}

/** An error report without its last column, which names the import. */
export const withoutRowIds = (report: string) => report.replaceAll(/,[^,\r\n]*(?=\r?\n|$)/g, '')

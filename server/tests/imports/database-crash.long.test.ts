import { rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { csv, formOf } from '../support/imports/imports.ts'
import { type Json, newDataDir, startProcess } from '../support/processes/process.ts'
import { begin, cleanUp, killDatabase, makeTempDir } from '../support/services/embedded.ts'

afterEach(cleanUp)

const ROWS = 6_000
const WITHIN_MS = 120_000

test('PostgreSQL killed -9 in the review: the preview comes back by itself, and a confirmation imports everything', async () => {
  const databaseDir = await makeTempDir('import crash')
  let database = await begin(databaseDir, { isDurable: true })
  const dataDir = await newDataDir()
  const product = await startProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir })
  const call = async (method: string, path: string, init: RequestInit = {}, token?: string) => {
    const headers = { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${product.url}/api/v1${path}`, { ...init, method, headers })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : text) as Json,
    }
  }
  const json = { 'content-type': 'application/json' }
  const signIn = JSON.stringify({ email: 'demo@harkara.test', password: 'sandbox-harkara-1' })
  const { body: session } = await call('POST', '/auth/login', { headers: json, body: signIn })
  const { accessToken: token } = session
  const upload = async (number: number) => {
    const rows = Array.from({ length: ROWS }, (_, i) => [`Name ${i}`, `+919${String(number)}${String(1_000_000 + i)}`])
    const form = formOf([{ name: 'file', value: csv(['Name', 'Phone'], ...rows), fileName: 'a.csv', type: 'text/csv' }])
    const headers = { 'content-type': form.contentType, 'idempotency-key': `file-${number}` }
    const answer = await call('POST', '/contacts/import', { headers, body: new Uint8Array(form.payload) }, token)
    expect(answer).toMatchObject({ status: 202 })
    return answer.body.jobId as string
  }
  const until = (jobId: string, wanted: string) =>
    eventually(async () => {
      const { body } = await call('GET', `/contacts/import/${jobId}/status`, {}, token)
      expect(body.status).toBe(wanted)
      return body
    }, WITHIN_MS)
  const [asked, unasked] = [await upload(70), await upload(71)] as [string, string]
  for (const jobId of [asked, unasked]) await until(jobId, 'PENDING_REVIEW')
  const preview = () => call('GET', `/contacts/import/${asked}/preview`, {}, token)
  const before = (await preview()).body

  await killDatabase(databaseDir)
  await database.end().catch(() => {})
  database = await begin(databaseDir, { isDurable: true })
  const refused = await eventually(async () => {
    const answer = await preview()
    expect(answer).toMatchObject({ status: 503, body: { detail: expect.stringContaining('prepared again') } })
    return answer
  }, WITHIN_MS)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await eventually(async () => expect((await preview()).status).toBe(200), WITHIN_MS)
  expect((await preview()).body).toEqual(before)
  for (const jobId of [asked, unasked]) {
    expect((await call('POST', `/contacts/import/${jobId}/confirm`, {}, token)).status).toBe(202)
    expect(await until(jobId, 'COMPLETED')).toMatchObject({ result: { created: ROWS, changedSincePreview: 0 } })
  }
  expect(await product.end('SIGTERM')).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})

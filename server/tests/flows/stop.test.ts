import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { newDataDir, type ProductProcess, request, startProcess } from '../support/processes/process.ts'

const DEMO = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }
const ROWS = 50_000

/** What it printed after the signal, apart from events that are worth no more than a note. */
function alarmsOf(product: ProductProcess) {
  const lines = product.output().trim().split('\n')
  const signalled = lines.findIndex((line) => line.includes('"event":"stopping"'))
  expect(signalled).toBeGreaterThan(0)
  return lines.slice(signalled).filter((line) => !line.startsWith('{"level":"info"'))
}

/** A first start, with the mails and invoices of the demo data under way, and an import that is being read. */
async function startBusy() {
  const env = { DATA_DIR: await newDataDir(), SANDBOX_DEMO_DATA: 'true' }
  const product = await startProcess(env, { isGroupLeader: true })
  const api = `${product.url}/api/v1`
  const token = (await request(`${api}/auth/login`, 'POST', DEMO)).body.accessToken
  const form = new FormData()
  form.append('file', new Blob([contactFile()], { type: 'text/csv' }), 'contacts.csv')
  const upload = await fetch(`${api}/contacts/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  expect(upload.status).toBe(202)
  const { jobId } = (await upload.json()) as { jobId: string }
  await eventually(async () => {
    const { body } = await request(`${api}/contacts/import/${jobId}/status`, 'GET', undefined, token)
    expect(body.status).not.toBe('UPLOADED')
  }, 20_000)
  return product
}

const contactFile = () =>
  ['name,mobile', ...Array.from({ length: ROWS }, (_, i) => `Person ${i},+9198${String(10_000_000 + i)}`)].join('\n')

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the process group of a busy product ends it with exit code 0 and nothing alarming on the screen',
  async (signal) => {
    const product = await startBusy()
    expect(await product.end(signal)).toBe(0)
    expect(alarmsOf(product)).toEqual([])
  },
)

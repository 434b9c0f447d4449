import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { diskFileStore } from '../../src/adapters/file-store/disk.ts'
import { HOUR_MS } from '../../src/domain/durations.ts'
import type { VendorId } from '../../src/domain/ids.ts'
import { exportJobs } from '../../src/features/exports/job-handlers.ts'
import { newId } from '../../src/platform/ids.ts'
import { RetryLater } from '../../src/ports/queue.ts'
import { importContacts, numbersFrom } from '../support/contacts/contacts.ts'
import { eventually } from '../support/eventually.ts'
import { filesUnder, inChunks } from '../support/imports/stored-files.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { startBeside } from '../support/payments/payment-processes.ts'
import { nobodyOutside } from '../support/processes/process.ts'
import { newVendor, startProduct, type TestProduct } from '../support/product.ts'
import { unzip } from '../support/tables/unzip.ts'

/** Each is in two files, so that progress is saved, and a process killed, while the first is written. */
const CONTACTS = 5_200
const END_WITHIN_MS = 120_000
const newMobile = numbersFrom(59_000_000)

let product: TestProduct
let dataDir: string
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER'] })
  dataDir = product.deps.config.dataDir
})

interface Who {
  token: string
  vendorId: string
}

/** A process that works on the same database and files. */
const startWorker = (env: Record<string, string> = {}) =>
  startBeside({ product }, { SERVICE_TYPE: 'WORKER', DATA_DIR: dataDir, ...nobodyOutside(product), ...env })

async function vendorWithContacts() {
  const vendor = await newVendor(product)
  const contacts = Array.from({ length: CONTACTS }, () => ({ mobile: newMobile(), name: 'Asha' }))
  await importContacts(product, vendor.vendorId, contacts, { jobId: newId<'job'>() })
  return vendor
}

async function request(who: Who): Promise<string> {
  const { status, body } = await product.post('/vendor/export', undefined, who)
  expect(status).toBe(202)
  return body.id
}

const read = async (who: Who, id: string) => (await product.get(`/vendor/export/${id}`, who)).body

const download = ({ token }: Who, id: string) =>
  product.app.inject({
    url: `/api/v1/vendor/export/${id}/download`,
    headers: { authorization: `Bearer ${token}` },
  })

const storedOf = async ({ vendorId }: Who) =>
  (await filesUnder(dataDir)).filter((path) => path.includes(`exports/${vendorId}`))
const unfinished = async () => (await filesUnder(dataDir)).filter((path) => path.includes('.unfinished/'))

const untilReady = (who: Who, id: string) =>
  eventually(async () => {
    const view = await read(who, id)
    expect(view.status).toBe('READY')
    return view
  }, END_WITHIN_MS)

async function expectWhole(who: Who, id: string) {
  const { fileBytes } = await untilReady(who, id)
  const { statusCode, rawPayload } = await download(who, id)
  expect([statusCode, rawPayload.length]).toEqual([200, fileBytes])
  const parts = new Map((await unzip(rawPayload))?.map(({ name, content }) => [name, String(content)]))
  const contacts = parts.get('contacts.jsonl')?.trimEnd().split('\n') ?? []
  expect(new Set(contacts.map((line) => JSON.parse(line).mobile)).size).toBe(CONTACTS)
  expect(contacts).toHaveLength(CONTACTS)
  expect(parts.get('contacts.csv')?.trimEnd().split('\r\n')).toHaveLength(CONTACTS + 1)
  expect(await storedOf(who)).toHaveLength(1)
  const { body: notices } = await product.get('/notifications', who)
  expect(notices.data.map(({ kind }: { kind: string }) => kind)).toEqual(['EXPORT_READY'])
}

/** The process that is killed at this point, at its end. */
async function killedAt(point: string, work: () => Promise<void>) {
  const doomed = await startWorker({ CRASH_AT: point })
  await work()
  if (doomed.child.signalCode === null) await once(doomed.child, 'exit')
  expect(doomed.child.signalCode).toBe('SIGKILL')
}

describe('a process that is killed', { timeout: FAULT_RUN_MS }, () => {
  test.each(['export.writing', 'export.written'])(
    'at %s leaves an export that cannot be downloaded, and the next process completes it once',
    async (point) => {
      const vendor = await vendorWithContacts()
      let id = ''
      await killedAt(point, async () => {
        id = await request(vendor)
      })
      expect(await read(vendor, id)).toMatchObject({ status: 'RUNNING', downloadUrl: null })
      expect((await download(vendor, id)).statusCode).toBe(409)
      expect(await storedOf(vendor)).toHaveLength(point === 'export.written' ? 1 : 0)
      const halfFiles = await unfinished()
      expect(halfFiles).toHaveLength(point === 'export.written' ? 0 : 1)
      const next = await startWorker()
      await expectWhole(vendor, id)
      await next.end('SIGTERM')
      // A day later the half file is removed.
      const twoDaysAgo = new Date(Date.now() - 48 * HOUR_MS)
      for (const path of halfFiles) await utimes(join(dataDir, path), twoDaysAgo, twoDaysAgo)
      await diskFileStore(join(dataDir, 'files')).put('key', inChunks(Buffer.from('x')))
      expect(await unfinished()).toEqual([])
    },
  )

  test('at export.written, whose vendor is erased before it could continue, leaves no file behind', async () => {
    const vendor = await vendorWithContacts()
    let id = ''
    await killedAt('export.written', async () => {
      id = await request(vendor)
    })
    // The row is gone, as after an erasure that ran before the file was complete.
    await product.deps.db.deleteFrom('vendor_export').where('id', '=', id).execute()
    expect(await storedOf(vendor)).toHaveLength(1)
    const next = await startWorker()
    await eventually(async () => expect(await storedOf(vendor)).toEqual([]), END_WITHIN_MS)
    await next.end('SIGTERM')
  })

  test('while more exports wait than are written at a time holds up none of them', async () => {
    const vendors = [await vendorWithContacts(), await vendorWithContacts()]
    vendors.push(await vendorWithContacts(), await vendorWithContacts())
    const ids: string[] = []
    await killedAt('export.writing', async () => {
      for (const vendor of vendors) ids.push(await request(vendor))
    })
    const next = await startWorker()
    for (const [i, vendor] of vendors.entries()) await expectWhole(vendor, ids[i] as string)
    await next.end('SIGTERM')
  })
})

test('a worker that takes too long is not overtaken by the one that gets its job, and its file stays', async () => {
  const vendor = await newVendor(product)
  const vendorId = vendor.vendorId as VendorId
  // Without workers the job waits in the queue, and runs here.
  const job = { exportId: await request(vendor) }
  const run = exportJobs.makeExport as Exclude<typeof exportJobs.makeExport, (...args: never[]) => unknown>
  const second = () => run.run(product.deps, vendorId, job)
  const slow = {
    ...product.deps,
    files: {
      ...product.deps.files,
      put: async (...args: Parameters<typeof product.deps.files.put>) => {
        const written = await product.deps.files.put(...args)
        // The queue has given the job to another worker.
        await expect(second()).rejects.toThrow(RetryLater)
        return written
      },
    } as typeof product.deps.files,
  }
  await run.run(slow, vendorId, job)
  await second()
  const view = await read(vendor, job.exportId)
  expect(view.status).toBe('READY')
  expect((await download(vendor, job.exportId)).rawPayload).toHaveLength(view.fileBytes)
})

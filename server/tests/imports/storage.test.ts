import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../support/cleanup.ts'
import { type ImportProcess, startImportProcess } from '../support/imports/import-process.ts'
import { statusOf, upload, uploadToReview } from '../support/imports/imports.ts'
import { leavingNothing } from '../support/imports/raw-forms.ts'
import { newDataDir, request } from '../support/processes/process.ts'
import { startS3, type TestS3 } from '../support/services/s3.ts'

const CSV = 'Name,Phone\nAsha,+919876543210\n'
const MB = 1024 * 1024

/** Only the machine's administrator can make a disk that is small. */
const canMount = process.getuid?.() === 0 && tryToMount()

describe.skipIf(!canMount)('a full disk (needs root, who may mount a small one)', () => {
  let product: ImportProcess
  beforeAll(async () => {
    const dataDir = await newDataDir()
    const files = join(dataDir, 'files')
    mkdirSync(files)
    mount(files, '64m')
    atEnd(() => execFileSync('umount', ['-l', files]))
    product = await startImportProcess({ DATA_DIR: dataDir })
  })

  test('refuses uploads with 503, leaves nothing half, and lets everything else work', async () => {
    const { client, token } = product
    expect((await upload(client, Buffer.alloc(50 * MB, 'a'), { token })).status).toBe(202)
    const key = randomUUID()
    const large = Buffer.alloc(50 * MB, 'b')
    await leavingNothing(product, async () => {
      for (let i = 0; i < 3; i++) {
        const answer = await upload(client, large, { token, key })
        expect(answer).toMatchObject({
          status: 503,
          body: { code: 'SERVICE_UNAVAILABLE', detail: expect.stringContaining('stored') },
        })
      }
      const { status, body } = await request(`${product.process.url}/api/v1/vendor/me`, 'GET', undefined, token)
      expect([status, typeof body.id]).toEqual([200, 'string'])
    })
    expect(product.process.output()).toMatch(/"level":"error".*"event":"imports\.store_failed".*ENOSPC/)
    await uploadToReview(client, CSV, { token, key })
    expect(await product.process.end('SIGTERM')).toBe(0)
  })
})

describe('an object store', () => {
  let product: ImportProcess
  let s3: TestS3
  beforeAll(async () => {
    s3 = await startS3()
    atEnd(() => s3.close())
    const { endpoint, bucket, accessKeyId, secretAccessKey, region } = s3.settings
    product = await startImportProcess({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_REGION: region,
    })
  })

  test('holds the files of imports, encrypted; while it is down uploads are refused with 503', async () => {
    const { client, token } = product
    const jobId = await uploadToReview(client, CSV, { token })
    expect((await statusOf(client, token, jobId)).stats).toMatchObject({ totalRows: 1, valid: 1 })
    const paths = s3.requests.filter(({ path }) => path.includes('/imports/')).map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(1)
    expect(new Set(paths.map((path) => path.split('?')[0])).size).toBe(1)
    await leavingNothing(product, async () => {
      const large = await upload(client, Buffer.alloc(50 * MB + 1, 'a'), { token })
      expect(large).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } })
      s3.fault = (method) => (method === 'PUT' || method === 'POST' ? 403 : undefined)
      const refused = await upload(client, `${CSV}\n`, { token })
      expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    })
    s3.fault = () => undefined
    await uploadToReview(client, `${CSV}\n`, { token })
    expect(await product.process.end('SIGTERM')).toBe(0)
  })
})

function mount(dir: string, size: string) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', dir])
}

function tryToMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'harkara-mount-'))
  try {
    mount(dir, '1m')
    execFileSync('umount', [dir])
    return true
  } catch {
    process.stdout.write('skipped, since nothing can be mounted here: the test of a full disk\n')
    return false
  } finally {
    rmdirSync(dir)
  }
}

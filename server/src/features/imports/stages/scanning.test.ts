import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '../../../../tests/support/cleanup.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { statusOf, untilStatus, upload } from '../../../../tests/support/imports/imports.ts'
import { killScanner } from '../../../../tests/support/imports/scanner-kills.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { startClamd, TEST_VIRUS, type TestClamd } from '../../../../tests/support/services/clamd.ts'
import { requireProgram } from '../../../../tests/support/services/require-program.ts'
import { EICAR } from '../../../../tests/support/tables/eicar.ts'
import { relationships, SHEET, workbook } from '../../../../tests/support/tables/workbook.ts'
import { writtenWorkbook } from '../../../../tests/support/tables/written-workbook.ts'
import { scanFile } from '../jobs.ts'

const XLSX = { fileName: 'contacts.xlsx', type: 'application/octet-stream' }
const ROWS = `<row r="1"><c r="A1" t="inlineStr"><is><t>Phone</t></is></c></row><row r="2"><c r="A2"><v>919876543210</v></c></row>`
const book = (name: string, content: string | Buffer) => writtenWorkbook(ROWS, { more: [{ name, content }] })
const newFile = (more = '') => `Name,Phone\n${randomUUID()},+919876543210\n${more}`

/** A file that was not reported clean has not been parsed and cannot be downloaded. */
async function expectUnread(product: TestProduct, token: string, jobId: string) {
  const chunks = await product.deps.db.selectFrom('import_chunk').select('job_id').where('job_id', '=', jobId).execute()
  const job = product.deps.db.selectFrom('import_job').selectAll().where('id', '=', jobId)
  expect([chunks, (await job.executeTakeFirstOrThrow()).head_cipher]).toEqual([[], null])
  for (const path of ['mapping', 'preview', 'reports/errors', 'reports/warnings'])
    expect((await product.get(`/contacts/import/${jobId}/${path}`, { token })).status, path).toBe(409)
  for (const path of ['/file', '/download'])
    expect((await product.get(`/contacts/import/${jobId}${path}`, { token })).status).toBe(404)
}

describe('the built-in scanner', () => {
  let product: TestProduct
  let token: string
  beforeAll(async () => {
    product = await startProduct()
    token = (await newVendor(product)).token
  })

  const link = relationships({ id: 'rId1', type: 'externalLink', target: 'http://127.0.0.1/', mode: 'External' })
  test.each([
    ['the test virus in a text', `Name,Phone\n${EICAR},1\n`, {}, 'EICAR test file'],
    ['the test virus in a sheet', workbook([{ name: SHEET, content: EICAR }]), XLSX, 'EICAR test file'],
    ['the test virus in the properties', book('docProps/custom.xml', EICAR), XLSX, 'EICAR test file'],
    ['a macro', book('xl/vbaProject.bin', 'x'), XLSX, 'macro'],
    ['a program', book('xl/media/image1.png', Buffer.from('\x7fELF\x02\x01', 'latin1')), XLSX, 'executable program'],
    ['an external link', book('xl/worksheets/_rels/sheet1.xml.rels', link), XLSX, 'external link'],
    ['a bomb', book('xl/media/image1.bmp', Buffer.alloc(8_000_000)), XLSX, 'zip bomb'],
    ['a document type', book('xl/styles.xml', '<!DOCTYPE x><styleSheet/>'), XLSX, 'XML document type declaration'],
  ] as const)('puts a file with %s into quarantine, unread', async (_what, file, options, threat) => {
    const { body } = await upload(product, file, { token, ...options })
    const status = await untilStatus(product, token, body.jobId, 'QUARANTINED')
    expect(status.failureReason).toBe(`The file was not accepted: ${threat}.`)
    expect(status).toMatchObject({ terminal: true, needsAction: false })
    expect(status.history.map((entry: { status: string }) => entry.status)).toEqual([
      'UPLOADED',
      'SCANNING',
      'QUARANTINED',
    ])
    await expectUnread(product, token, body.jobId)
    for (const action of ['confirm', 'cancel', 'undo'])
      expect((await product.post(`/contacts/import/${body.jobId}/${action}`, undefined, { token })).status).toBe(409)
  })
})

describe.skipIf(!requireProgram('clamd', 'scanning of uploads by clamd'))('clamd', () => {
  let product: TestProduct
  let token: string
  let clamd: TestClamd
  beforeAll(async () => {
    clamd = await startClamd()
    atEnd(() => clamd.stop())
    product = await startProduct({ env: { CLAMD_URL: clamd.tcpUrl } })
    token = (await newVendor(product)).token
  })
  const { attempts } = scanFile
  afterEach(() => {
    scanFile.attempts = attempts
  })
  /** There is no verdict on the file; the log shows how often it was attempted. */
  const untilTried = (jobId: string) =>
    eventually(async () => {
      expect((await statusOf(product, token, jobId)).status).toBe('SCANNING')
      expect(product.logLines.some((line) => line.includes('"job.failed"') && line.includes('imports.scan'))).toBe(true)
    }, 20_000)

  test('quarantines known threats before they are parsed and passes other files', async () => {
    const [infected, clean] = [
      await upload(product, newFile(TEST_VIRUS), { token }),
      await upload(product, newFile(), { token }),
    ]
    const status = await untilStatus(product, token, infected.body.jobId, 'QUARANTINED')
    expect(status.failureReason).toMatch(/^The file was not accepted: .*Harkara\.Test\.Virus/)
    await expectUnread(product, token, infected.body.jobId)
    await untilStatus(product, token, clean.body.jobId, 'PENDING_REVIEW')
  })

  test('down for a while: the import waits, unparsed, and continues when it is back', async () => {
    await clamd.kill('SIGKILL')
    const [infected, clean] = [
      await upload(product, newFile(TEST_VIRUS), { token }),
      await upload(product, newFile(), { token }),
    ]
    for (const { body } of [infected, clean]) {
      await untilTried(body.jobId)
      await expectUnread(product, token, body.jobId)
    }
    await clamd.restart()
    await untilStatus(product, token, clean.body.jobId, 'PENDING_REVIEW')
    await untilStatus(product, token, infected.body.jobId, 'QUARANTINED')
  })

  test('killed five times: every import waits for its verdict and gets the correct one', async () => {
    await killScanner(product, clamd, 5)
  })

  test('down permanently: the import fails with a reason, unparsed, and the file can be uploaded again', async () => {
    scanFile.attempts = 1
    await clamd.kill('SIGKILL')
    const file = newFile()
    const { body } = await upload(product, file, { token })
    const status = await untilStatus(product, token, body.jobId, 'FAILED')
    expect(status.failureReason).toMatch(/could not be scanned for viruses/)
    await expectUnread(product, token, body.jobId)
    await clamd.restart()
    expect((await upload(product, file, { token })).status).toBe(202)
  })
})

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_FILE_BYTES_MAX } from '../../src/domain/limits.ts'
import { eventually } from '../support/eventually.ts'
import { type ImportProcess, startImportProcess } from '../support/imports/import-process.ts'
import { statusOf, upload } from '../support/imports/imports.ts'
import {
  breakOffUploads,
  chunked,
  form,
  head,
  leavingNothing as leaving,
  partHead,
  withLength,
} from '../support/imports/raw-forms.ts'
import { sendThenBreakOff, sendThenRead } from '../support/imports/raw-upload.ts'
import { newDataDir, request } from '../support/processes/process.ts'
import { requireProgram } from '../support/services/require-program.ts'

let product: ImportProcess
beforeAll(async () => {
  product = await startImportProcess()
})
afterAll(async () => {
  expect(await product.process.end('SIGTERM')).toBe(0)
})

const TOO_LARGE = IMPORT_FILE_BYTES_MAX + 1
const leavingNothing = (work: () => Promise<void>) => leaving(product, work)
const memoryOf = async (what: 'VmRSS' | 'VmHWM') => {
  const status = await readFile(`/proc/${product.process.child.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}

describe('a file that is too large', () => {
  test('is refused with 413 to fetch, with a length and without one', () =>
    leavingNothing(async () => {
      const before = await memoryOf('VmRSS')
      const answer = await upload(product.client, Buffer.alloc(TOO_LARGE, 'a'), product)
      expect(answer).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } })
      const stream = new ReadableStream({
        start: (controller) => {
          for (const piece of form(TOO_LARGE)) controller.enqueue(Buffer.from(piece))
          controller.close()
        },
      })
      const headers = {
        authorization: `Bearer ${product.token}`,
        'idempotency-key': randomUUID(),
        'content-type': 'multipart/form-data; boundary=B',
      }
      const init = { method: 'POST', headers, body: stream, duplex: 'half' as const }
      const streamed = await fetch(`${product.process.url}/api/v1/contacts/import`, init)
      expect([streamed.status, ((await streamed.json()) as { code: string }).code]).toEqual([413, 'FILE_TOO_LARGE'])
      process.stdout.write(`memory for two files of 50 MB: ${before} MB, at most ${await memoryOf('VmHWM')} MB\n`)
    }))

  test('of exactly 50 MB is none', async () => {
    const answer = await upload(product.client, Buffer.alloc(IMPORT_FILE_BYTES_MAX, 'a'), product)
    expect(answer.status).toBe(202)
    await eventually(async () => {
      const status = await statusOf(product.client, product.token, answer.body.jobId)
      expect(status).toMatchObject({ status: 'FAILED', failureReason: expect.stringMatching(/row 1\b.*32 KB/i) })
    }, 30_000)
  })

  test.each([
    ['a length', withLength],
    ['chunks', chunked],
  ])('is refused to clients that send all of it, with %s, before they read', (_what, pieces) =>
    leavingNothing(async () => {
      const answer = await sendThenRead(product.port, pieces(product.token, TOO_LARGE + 2_000_000))
      expect(answer).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' }, error: undefined })
    }),
  )

  const hasCurl = requireProgram('curl', 'uploads by curl')
  test.skipIf(!hasCurl).each([
    ['asking first', []],
    ['at once', ['-H', 'Expect:']],
    ['in chunks', ['-H', 'Transfer-Encoding: chunked']],
  ])('is refused to curl, %s', (_what, more) =>
    leavingNothing(async () => {
      const path = join(await newDataDir(), 'large.csv')
      await writeFile(path, Buffer.alloc(TOO_LARGE, 'a'))
      const args = ['-sS', '-w', '\n%{http_code}', '-F', `file=@${path};type=text/csv`, ...more]
      for (const header of [`authorization: Bearer ${product.token}`, `idempotency-key: ${randomUUID()}`])
        args.push('-H', header)
      const { stdout } = await promisify(execFile)('curl', [...args, `${product.process.url}/api/v1/contacts/import`])
      expect(stdout).toMatch(/FILE_TOO_LARGE[^\n]*\n413$/)
    }),
  )
})

describe('a refusal in the first bytes of a large upload reaches the client', () => {
  test('for a wrong name, without a key, and without a token', () =>
    leavingNothing(async () => {
      const answer = await sendThenRead(product.port, withLength(product.token, 20_000_000, 'contacts.exe'))
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_FILE_TYPE' }, error: undefined })
      for (const [name, status] of [
        ['Idempotency-Key', 400],
        ['Authorization', 401],
      ] as const) {
        const [start = '', ...rest] = [...withLength(product.token, 20_000_000)].map(String)
        const without = start.replace(new RegExp(`${name}: .*\r\n`), '')
        expect(await sendThenRead(product.port, [without, ...rest])).toMatchObject({ status, error: undefined })
      }
    }))
})

describe('a client that lies or leaves', () => {
  test('a length that is too short, or longer than what comes, makes no job', () =>
    leavingNothing(async () => {
      await sendThenBreakOff(product.port, [head(product.token, 'Content-Length: 9000000'), ...form(70_000)])
      await sendThenBreakOff(product.port, [head(product.token, 'Content-Length: 9000000'), partHead(), 'Name,Phone\n'])
      for (const lengths of ['Content-Length: 200', 'Content-Length: 200\r\nTransfer-Encoding: chunked'])
        for (let time = 0; time < 30; time++) {
          const answer = await sendThenRead(product.port, [head(product.token, lengths), ...form(70_000)])
          expect(answer.status, 'the answer must arrive although the client still sends').toBe(400)
        }
    }))

  test('20 uploads broken off anywhere leave nothing behind', () =>
    leavingNothing(async () => {
      await breakOffUploads(product, 20, 11)
    }))

  test('a slow one is answered and delays no other request', async () => {
    const bytes = Buffer.from([...withLength(product.token, 64)].map(String).join(''))
    async function* slowly() {
      for (let at = 0; at < bytes.length; at += 16) {
        yield bytes.subarray(at, at + 16)
        expect((await request(`${product.process.url}/healthz`)).status).toBe(200)
      }
    }
    expect(await sendThenRead(product.port, slowly())).toMatchObject({ status: 202, error: undefined })
  })
})

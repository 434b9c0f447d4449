import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inChunks, MB, read, sha256 } from '../../../tests/support/imports/stored-files.ts'
import { startS3, type TestS3 } from '../../../tests/support/services/s3.ts'
import { FileMissing, type FileStore } from '../../ports/file-store.ts'
import { s3FileStore } from './s3.ts'

describe('file store on s3', () => {
  let s3: TestS3
  let store: FileStore
  beforeAll(async () => {
    s3 = await startS3()
    store = s3FileStore(s3.settings)
  })
  beforeEach(() => {
    s3.requests.length = 0
    s3.fault = () => undefined
  })
  afterAll(() => s3?.close())
  const large = () => inChunks(randomBytes(6 * MB), 65_536)

  test('small content is one PUT with its length', async () => {
    await store.put('small', inChunks(Buffer.from('abc'), 1))
    expect(s3.requests).toMatchObject([{ method: 'PUT', path: '/files/small', length: '3' }])
  })

  test('an empty range, which HTTP cannot express, requests one byte', async () => {
    await store.put('small', inChunks(Buffer.from('abc')))
    expect(await read(store, 'small', { start: 1, end: 1 })).toHaveLength(0)
    expect(s3.requests.at(-1)?.range).toBe('bytes=1-1')
  })

  test('a multipart upload that fails is aborted by its id', async () => {
    s3.fault = (method, path) => (method === 'PUT' && path.includes('partNumber=2') ? 403 : undefined)
    await expect(store.put('parts', large())).rejects.toThrow('403')
    const uploadId = /uploadId=([^&]+)/.exec(s3.requests.find((one) => one.method === 'PUT')?.path ?? '')?.[1]
    expect(s3.requests.at(-1)).toMatchObject({ method: 'DELETE', path: `/files/parts?uploadId=${uploadId}` })
  })

  test.each([500, 503, 429, 'cut', 'cut-answer'] as const)('a passing fault (%s) is tried again', async (fault) => {
    for (const size of [100, fault === 'cut-answer' ? 200 : 6 * MB]) {
      const content = randomBytes(size)
      s3.fault = failOnce(fault)
      await store.put('again', inChunks(content, 65_536))
      s3.fault = failOnce(fault)
      expect(sha256(await read(store, 'again'))).toBe(sha256(content))
      s3.fault = failOnce(fault)
      await store.remove('again')
      await expect(store.get('again')).rejects.toThrow(FileMissing)
    }
  })

  test('retries of a failing store are limited, and a rejection is not retried', async () => {
    s3.fault = () => 500
    await expect(store.get('x')).rejects.toThrow('500')
    expect(s3.requests).toHaveLength(4)
    s3.requests.length = 0
    s3.fault = () => 403
    await expect(store.get('x')).rejects.toThrow('403')
    expect(s3.requests).toHaveLength(1)
  })

  test('an upload whose completion fails after the response began is a failed put', async () => {
    const body = '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>'
    s3.fault = (method, path) => (isCompletion(method, path) ? { status: 200, body } : undefined)
    await expect(store.put('late', large())).rejects.toThrow('InternalError')
    s3.fault = () => undefined
    await expect(store.get('late')).rejects.toThrow(FileMissing)
  })

  test('a missing bucket and wrong credentials are errors, not missing files', async () => {
    const lost = s3FileStore({ ...s3.settings, bucket: 'nowhere' })
    await expect(lost.get('x')).rejects.toThrow('NoSuchBucket')
    const stranger = s3FileStore({ ...s3.settings, secretAccessKey: 'wrong' })
    await expect(stranger.get('x')).rejects.toThrow('SignatureDoesNotMatch')
  })

  test('a redirect is not followed', async () => {
    s3.fault = () => 307
    await expect(store.get('x')).rejects.toThrow('307')
    expect(s3.requests).toHaveLength(1)
  })

  test('a truncated response is an error, never a shorter file', async () => {
    await store.put('broken-off', large())
    s3.fault = () => 'cut-in-answer'
    await expect(read(store, 'broken-off')).rejects.toThrow()
  })

  test('an upload that was completed although the response was lost is a successful put', async () => {
    const content = randomBytes(6 * MB)
    const fails = failOnce('cut-answer' as const)
    const gone = { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
    s3.fault = (method, path) => (isCompletion(method, path) ? (fails(method, path) ?? gone) : undefined)
    expect(await store.put('completed', inChunks(content, 65_536))).toEqual({ bytes: content.byteLength })
    expect(sha256(await read(store, 'completed'))).toBe(sha256(content))
  })
})

const isCompletion = (method: string, path: string) => method === 'POST' && path.includes('uploadId')

/** The first attempt of every request fails in this way, the second succeeds. */
function failOnce<F>(fault: F) {
  const seen = new Set<string>()
  return (method: string, path: string) => {
    const isFirst = !seen.has(method + path)
    seen.add(method + path)
    return isFirst ? fault : undefined
  }
}

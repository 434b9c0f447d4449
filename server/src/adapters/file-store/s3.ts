import { FileMissing, type FileStore } from '../../ports/file-store.ts'
import { assertStorageKey } from './assert-storage-key.ts'
import { S3Refused, type S3Settings, s3Requests } from './s3-requests.ts'
import { s3Upload } from './s3-upload.ts'

/** One fixed key, overwritten each time, so that checks leave no files behind. */
const CHECK_KEY = 'check'

/** Any S3-compatible store, with path-style addresses. */
export function s3FileStore(settings: S3Settings): FileStore {
  const request = s3Requests(settings)
  return {
    put: async (key, content) => s3Upload(request, assertStorageKey(key), content),
    async get(key, range) {
      const { start = 0, end } = range ?? {}
      // A range cannot be empty in HTTP: one byte is requested and dropped, so that a missing key is still noticed.
      const last = end === undefined ? '' : Math.max(end - 1, start)
      const headers: Record<string, string> = range ? { range: `bytes=${start}-${last}` } : {}
      try {
        const response = await request('GET', assertStorageKey(key), { headers })
        if (start > 0 && response.status !== 206) throw new Error('S3 ignored the Range header of a GET')
        return upTo(response.body, (end ?? Number.POSITIVE_INFINITY) - start)
      } catch (error) {
        if (!(error instanceof S3Refused)) throw error
        if (error.status === 416) return upTo([], 0)
        if (error.status === 404 && error.code !== 'NoSuchBucket') throw new FileMissing('no such file')
        throw error
      }
    },
    async remove(key) {
      const response = await request('DELETE', assertStorageKey(key))
      await response.text()
    },
    async check() {
      const response = await request('PUT', CHECK_KEY, { body: new Uint8Array(1), tries: 1 })
      await response.text()
    },
  }
}

/** Some servers send more than the requested range. */
async function* upTo(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytesMax: number) {
  let left = bytesMax
  for await (const chunk of body) {
    if (left <= 0) return
    yield chunk.byteLength > left ? chunk.subarray(0, left) : chunk
    left -= chunk.byteLength
  }
}

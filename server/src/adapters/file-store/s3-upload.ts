import { S3Refused, type S3Request } from './s3-requests.ts'

/** S3's minimum part size, and so the most that is held in memory. With at most 10,000 parts a file may have 48 GB. */
const PART_BYTES = 5 * 1024 * 1024

/**
 * Content that fits one part is a single PUT; more is a multipart upload, which becomes visible when it is completed.
 */
export async function s3Upload(request: S3Request, key: string, content: AsyncIterable<Uint8Array>) {
  let upload: Upload | undefined
  let bytes = 0
  try {
    for await (const { part, isLast } of inParts(content)) {
      bytes += part.byteLength
      if (isLast && !upload) {
        const response = await request('PUT', key, { body: part })
        await response.text()
        return { bytes }
      }
      upload ??= { id: await createUpload(request, key), etags: [] }
      upload.etags.push(await sendPart(request, key, upload, part))
    }
    if (upload) await completeUpload(request, key, upload)
    return { bytes }
  } catch (error) {
    // Parts of an unfinished upload occupy storage until the upload is aborted.
    if (upload) await request('DELETE', key, { query: { uploadId: upload.id } }).catch(() => {})
    throw error
  }
}

interface Upload {
  id: string
  etags: string[]
}

async function createUpload(request: S3Request, key: string): Promise<string> {
  const response = await request('POST', key, { query: { uploads: '' } })
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await response.text())?.[1]
  if (!id) throw new Error('S3 returned no upload id')
  return id.replaceAll('&amp;', '&')
}

async function sendPart(request: S3Request, key: string, upload: Upload, part: Uint8Array): Promise<string> {
  const query = { partNumber: `${upload.etags.length + 1}`, uploadId: upload.id }
  const response = await request('PUT', key, { query, body: part })
  await response.text()
  const etag = response.header('etag')
  if (!etag) throw new Error('S3 returned no ETag for a part')
  return etag
}

async function completeUpload(request: S3Request, key: string, upload: Upload) {
  const parts = upload.etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  let mayBeDone = false
  try {
    const response = await request('POST', key, {
      query: { uploadId: upload.id },
      headers: { 'content-type': 'application/xml' },
      body,
      onUnclear: () => {
        mayBeDone = true
      },
    })
    // The store may report a failure after it has already sent status 200.
    const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]
    if (code) throw new S3Refused('POST', response.status, code)
  } catch (error) {
    // An upload that we have not aborted ends only by completion: an earlier attempt, whose response was lost,
    // completed it.
    if (mayBeDone && error instanceof S3Refused && error.status === 404) return
    throw error
  }
}

/** Splits content into parts of one size. The buffer is reused: each part must be sent before the next is requested. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<{ part: Uint8Array; isLast: boolean }> {
  const buffer = Buffer.allocUnsafe(PART_BYTES)
  let filled = 0
  for await (const chunk of content)
    for (let from = 0; from < chunk.byteLength; ) {
      if (filled === PART_BYTES) {
        yield { part: buffer, isLast: false }
        filled = 0
      }
      const piece = chunk.subarray(from, from + PART_BYTES - filled)
      buffer.set(piece, filled)
      filled += piece.byteLength
      from += piece.byteLength
    }
  yield { part: buffer.subarray(0, filled), isLast: true }
}

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { VendorId } from '../../../domain/ids.ts'
import { IMPORT_FILE_BYTES_MAX } from '../../../domain/limits.ts'
import { encryptFile, newFileKey } from '../../../platform/crypto/file-cipher.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidField } from '../../../platform/errors.ts'
import { drainRequest, withParseErrors } from '../../../platform/http/multipart.ts'
import { newId } from '../../../platform/ids.ts'
import * as sql from '../sql.ts'
import { assertNotCompoundFile, type FileKind, fileKindOf, SNIFFED_BYTES } from './file-kind.ts'
import { UPLOAD_FIELDS } from './schema.ts'

/** A file that was received completely and is stored encrypted, but belongs to no job yet. */
export interface Upload {
  id: string
  storageKey: string
  fileKey: Buffer
  fileName: string
  kind: FileKind
  bytes: number
  sha256: Buffer
  /** Set once a job owns it; otherwise the file is discarded with the request. */
  isClaimed: boolean
}

interface Received {
  upload: Upload
  fields: Record<string, string>
}

type ReceiveDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'log'>

/**
 * Reads the parts of an upload in any order. The file is streamed to the store and never held in memory; after any
 * failure nothing is left behind.
 */
export async function receiveUpload(deps: ReceiveDeps, vendorId: VendorId, request: FastifyRequest): Promise<Received> {
  if (!request.isMultipart())
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the request as multipart/form-data.' })
  const fields: Record<string, string> = {}
  let upload: Upload | undefined
  try {
    for await (const part of withParseErrors(() => request.parts({ limits: LIMITS }), notAForm)) {
      if (!UPLOAD_FIELDS.has(part.fieldname)) throw invalidField('parts', 'contain an unknown part')
      if (part.type === 'file') {
        if (part.filename.includes('\0')) throw invalidField('file', 'must not contain the NUL character in its name')
        if (part.fieldname !== 'file' || upload) throw invalidField(part.fieldname, 'must be the only file')
        upload = await storeFile(deps, vendorId, part)
      } else {
        if (part.fieldname === 'file')
          throw new AppError('FILE_REQUIRED', { detail: 'The part "file" must be a file.' })
        if (Object.hasOwn(fields, part.fieldname)) throw invalidField(part.fieldname, 'must not appear twice')
        if (part.valueTruncated) throw invalidField(part.fieldname, 'is too long')
        // A part declared as JSON has been parsed already.
        const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
        if (value.includes('\0')) throw invalidField(part.fieldname, 'must not contain the NUL character')
        fields[part.fieldname] = value
      }
    }
    if (!upload) throw new AppError('FILE_REQUIRED', { detail: 'Send the file as a part named "file".' })
    return { upload, fields }
  } catch (error) {
    drainRequest(request)
    if (upload) await discardUpload(deps, vendorId, upload)
    throw error
  }
}

const LIMITS = {
  fieldSize: 200_000,
  fields: 20,
  files: 2,
  parts: 25,
  fileSize: IMPORT_FILE_BYTES_MAX + 1,
  headerPairs: 50,
}

const notAForm = () => invalidField('parts', 'are not valid multipart/form-data')

export async function discardUpload(deps: ReceiveDeps, vendorId: VendorId, { id, storageKey }: Upload) {
  // The file is removed only together with its row: if a job was committed without our knowledge, it owns both.
  await inTransaction(deps.db, async (tx) => {
    if (await sql.deleteUpload(tx, vendorId, id)) await deps.files.remove(storageKey)
  })
}

interface FilePart {
  file: AsyncIterable<Buffer>
  filename: string
  mimetype: string
}

async function storeFile(deps: ReceiveDeps, vendorId: VendorId, part: FilePart): Promise<Upload> {
  const { head, content } = await peek(
    withParseErrors(() => part.file, notAForm),
    SNIFFED_BYTES,
  )
  if (head.length === 0) throw new AppError('EMPTY_FILE')
  await assertNotCompoundFile(part.filename, head, content)
  const kind = fileKindOf(part.filename, part.mimetype, head)
  const id = newId<'import'>()
  const storageKey = `imports/${vendorId}/${id}`
  const fileKey = newFileKey()
  const hash = createHash('sha256')
  let bytes = 0
  const measured = tap(content, (chunk) => {
    bytes += chunk.byteLength
    if (bytes > IMPORT_FILE_BYTES_MAX)
      throw new AppError('FILE_TOO_LARGE', { detail: 'A file can have at most 50 MB (52,428,800 bytes).' })
    hash.update(chunk)
  })
  await inTransaction(deps.db, (tx) => sql.insertUpload(tx, vendorId, { id, storageKey, now: deps.clock.now() }))
  try {
    await deps.files.put(storageKey, encryptFile(fileKey, measured))
  } catch (error) {
    await inTransaction(deps.db, (tx) => sql.deleteUpload(tx, vendorId, id))
    if (error instanceof AppError) throw error
    deps.log.error({ event: 'imports.store_failed', err: error })
    throw new AppError('SERVICE_UNAVAILABLE', {
      detail: 'The file cannot be stored right now. Try again later.',
    })
  }
  return { id, storageKey, fileKey, fileName: part.filename, kind, bytes, sha256: hash.digest(), isClaimed: false }
}

async function* tap(content: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void) {
  for await (const chunk of content) {
    onChunk(chunk)
    yield chunk
  }
}

/** Returns the first bytes and the complete content including them. */
async function peek(content: AsyncIterable<Buffer>, bytes: number) {
  const iterator = content[Symbol.asyncIterator]()
  const read: Buffer[] = []
  let length = 0
  let isDone = false
  while (length < bytes && !isDone) {
    const next = await iterator.next()
    isDone = next.done === true
    if (!next.done) {
      read.push(next.value)
      length += next.value.byteLength
    }
  }
  async function* whole() {
    yield* read
    if (!isDone) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: Buffer.concat(read).subarray(0, bytes), content: whole() }
}

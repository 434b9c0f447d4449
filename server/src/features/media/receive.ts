import type { FastifyRequest } from 'fastify'
import type { VendorId } from '../../domain/ids.ts'
import { MEDIA_FILE_BYTES_MAX } from '../../domain/limits.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { drainRequest, withParseErrors } from '../../platform/http/multipart.ts'
import { HEAD_BYTES, kindOf, type MediaType, readMediaType } from './media-type.ts'
import { type MediaDeps, storeMedia } from './store.ts'

const LIMITS = { fields: 0, files: 2, parts: 3, fileSize: MEDIA_FILE_BYTES_MAX + 1, headerPairs: 50 }

/** Reads a form with one file in a part named `file`, and streams it to the store. */
export async function receiveMedia(deps: MediaDeps, vendorId: VendorId, request: FastifyRequest): Promise<string> {
  if (!request.isMultipart())
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { detail: 'Send the request as multipart/form-data.' })
  let id: string | undefined
  try {
    for await (const part of withParseErrors(() => request.parts({ limits: LIMITS }), notAForm)) {
      if (part.type !== 'file' || part.fieldname !== 'file' || id !== undefined)
        throw invalid('must be one file, in a part named "file"')
      const type = readMediaType(part.mimetype)
      id = await storeMedia(
        deps,
        vendorId,
        type,
        bounded(
          type,
          withParseErrors(() => part.file, notAForm),
        ),
      )
    }
  } catch (error) {
    drainRequest(request)
    throw error
  }
  if (id === undefined) throw new AppError('FILE_REQUIRED', { detail: 'Send the file as a part named "file".' })
  return id
}

/** Limits the size to that of the type, and yields the first bytes as one chunk. */
async function* bounded(type: MediaType, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { bytesMax } = kindOf(type)
  let bytes = 0
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of content) {
    bytes += chunk.byteLength
    if (bytes > bytesMax)
      throw new AppError('FILE_TOO_LARGE', {
        detail: `A file of this type can have at most ${bytesMax / 1024 / 1024} MB.`,
      })
    if (head === undefined) yield chunk
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) continue
      yield head
      head = undefined
    }
  }
  if (bytes === 0) throw new AppError('EMPTY_FILE')
  if (head !== undefined) yield head
}

const invalid = (message: string) => invalidField('file', message)
const notAForm = () => invalid('must be valid multipart/form-data')

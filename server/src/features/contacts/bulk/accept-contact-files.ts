import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { BULK_BODY_BYTES_MAX } from '../../../domain/limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app.ts'
import { fileError, readContactFile } from './read-contact-file.ts'

/** Converts every accepted format to `{contacts: […]}` before the route sees it. */
export async function acceptFiles(app: App, deps: Pick<Deps, 'db' | 'tableReader'>) {
  // A part has headers and boundaries besides the file.
  const limits = { fileSize: BULK_BODY_BYTES_MAX, files: 1, fields: 0, parts: 1, headerPairs: 20 }
  await app.register(multipart, { limits })
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'buffer', bodyLimit: BULK_BODY_BYTES_MAX },
    async (_request: unknown, body: Buffer) => new ContactFile(body),
  )
  app.addHook('preValidation', async (request) => {
    const file = request.isMultipart() ? await readSingleFile(request) : request.body
    if (file instanceof ContactFile)
      request.body = { contacts: await readContactFile(deps, request.vendor.vendorId, file.content) }
    else if (Array.isArray(request.body)) request.body = { contacts: request.body }
  })
}

class ContactFile {
  readonly content: Buffer
  constructor(content: Buffer) {
    this.content = content
  }
}

async function readSingleFile(request: FastifyRequest): Promise<ContactFile> {
  try {
    let content: Buffer | undefined
    for await (const part of request.files()) content = await part.toBuffer()
    if (content) return new ContactFile(content)
  } catch (error) {
    throw toFormError(error)
  }
  throw fileError('is missing')
}

const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'
const TOO_MANY = ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']

/** Errors while reading a form are the client's: it cannot be parsed, is too large, or ended early. */
function toFormError(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === TOO_LARGE) return new AppError('PAYLOAD_TOO_LARGE')
  return fileError(
    TOO_MANY.includes(code) ? 'must be a single file and no other parts' : 'must be valid multipart/form-data',
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { throttleUploads } from '../../../platform/http/guards/throttle-uploads.ts'
import { discardUpload, receiveUpload, type Upload } from './receive-upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of this request, once it has arrived. */
    upload: Upload
  }
}

type UploadDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config' | 'rateLimiter' | 'log'>

/**
 * Takes the file in before the rest of the request is looked at: its fields may come after it, and its hash is part of
 * what an Idempotency-Key stands for. A file that no job took goes before the answer does.
 */
export const acceptUploads = (deps: UploadDeps) => ({
  preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers['idempotency-key'] === undefined) throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
    await throttleUploads(deps, request, reply)
    const { upload, fields } = await receiveUpload(deps, request.vendor.vendorId, request)
    request.upload = upload
    request.body = { ...fields, file: { sha256: upload.sha256.toString('hex') } }
  },
  // Not once the answer is out: when the client has gone away, that never happens.
  onSend: async (request: FastifyRequest) => {
    const { upload } = request
    if (!upload || upload.isTaken) return
    await discardUpload(deps, request.vendor.vendorId, upload).catch((err: unknown) =>
      deps.log.warn({ event: 'imports.upload_cleanup_failed', requestId: request.id, err }),
    )
  },
})

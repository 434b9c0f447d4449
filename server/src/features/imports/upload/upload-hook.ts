import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { readIdempotencyKey } from '../../../platform/http/guards/idempotency-key.ts'
import { throttleUploads } from '../../../platform/http/guards/throttle-uploads.ts'
import { discardUpload, receiveUpload, type Upload } from './receive-upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of this request, once it has been received. */
    upload: Upload
  }
}

type UploadDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'config' | 'rateLimiter' | 'log'>

/**
 * Receives the file before the other fields are validated: they may follow it, and its hash is part of what an
 * Idempotency-Key identifies. A file that no job claimed is removed before the response is sent.
 */
export const acceptUploads = (deps: UploadDeps) => ({
  preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
    readIdempotencyKey(request)
    await throttleUploads(deps, request, reply)
    const { upload, fields } = await receiveUpload(deps, request.vendor.vendorId, request)
    request.upload = upload
    request.body = { ...fields, file: { sha256: upload.sha256.toString('hex') } }
  },
  // Not in onResponse, which never runs if the client has disconnected.
  onSend: async (request: FastifyRequest) => {
    const { upload } = request
    if (!upload || upload.isClaimed) return
    await discardUpload(deps, request.vendor.vendorId, upload).catch((err: unknown) =>
      deps.log.warn({ event: 'imports.upload_cleanup_failed', requestId: request.id, err }),
    )
  },
})

import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { throttleUploads } from '../../platform/http/guards/throttle-uploads.ts'
import { receiveMedia } from './receive.ts'

/** The file is stored before the validation, so that the validated body contains its id. */
const MediaBody = z.strictObject({
  file: z.string().meta({ description: 'JPEG, PNG, MP4 or PDF', format: 'binary' }),
})
const MediaView = z.object({ id: z.string() }).meta({ id: 'Media' })

export async function mediaRoutes(app: App, deps: Deps) {
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    uploadRoute(uploads as App, deps)
  })
}

function uploadRoute(app: App, deps: Deps) {
  app.post(
    '/media',
    {
      config: { access: ANY_VENDOR_USER, resource: 'templates' },
      preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
        await throttleUploads(deps, request, reply)
        request.body = { file: await receiveMedia(deps, request.vendor.vendorId, request) }
      },
      schema: {
        tags: ['templates'],
        summary: 'Upload a file for template headers',
        description:
          'One part named `file`: a JPEG or PNG image of at most 5 MB, or an MP4 video or a PDF of at most 16 MB. It is ' +
          'scanned for viruses before the response. Files that no template uses are deleted after seven days; ' +
          'beyond 100 of them: 422 `MEDIA_LIMIT` with `Retry-After`.',
        consumes: ['multipart/form-data'],
        body: MediaBody,
        response: { 201: MediaView },
      },
    },
    async ({ body }, reply) => reply.code(201).send({ id: body.file }),
  )
}

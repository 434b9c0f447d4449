import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { rawBody } from '../http/read.ts'
import { MEDIA_BYTES_MAX } from '../limits.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { GraphApiError } from './graph-error.ts'
import { assertObject } from './read-graph.ts'

/** Media for headers: uploaded directly for messages, or through an upload session for template examples. */
export function mediaRoutes(app: FastifyInstance, { provider, config }: SandboxState) {
  const bodyLimit = MEDIA_BYTES_MAX
  app.post<{ Params: { id: string } }>('/:id/media', { bodyLimit }, async (request) => {
    assertObject(request.params.id, config.provider.phoneNumberId)
    if (!/messaging_product/.test(rawBody(request).subarray(0, 4_096).toString('latin1')))
      throw new GraphApiError({
        status: 400,
        code: 100,
        message: '(#100) The parameter messaging_product is required.',
      })
    const id = String(randomInt(10 ** 14, 10 ** 14 * 2))
    provider.media.add(id)
    return { id }
  })

  app.post<{ Params: { id: string } }>('/:id/uploads', async () => ({
    id: `upload:${randomBytes(24).toString('base64url')}`,
  }))

  app.post<{ Params: { session: string } }>('/:session(^upload:.+$)', { bodyLimit }, async (request) => {
    if (rawBody(request).length === 0)
      throw new GraphApiError({ status: 400, code: 100, message: '(#100) Invalid parameter' })
    return { h: `4::${randomBytes(48).toString('base64')}` }
  })
}

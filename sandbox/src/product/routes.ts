import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { OffsetSeconds } from '../clock/advance.ts'
import { BaseUrl } from '../config.ts'
import { readJson } from '../http/read.ts'
import { requireSignature } from '../http/signature.ts'
import type { SandboxState } from '../sandbox-state.ts'

const Registration = z.strictObject({ webhookUrl: BaseUrl, offsetSeconds: OffsetSeconds })

export function productRoutes(app: FastifyInstance, state: SandboxState) {
  const view = () => ({ webhookUrl: state.product.url() ?? null })

  app.get('/control/product', { config: { does: 'Get the webhook URL of the product' } }, async () => view())

  app.put(
    '/control/product',
    { config: { does: 'Register the webhook URL and clock offset of the product (signed)' } },
    async (request) => {
      requireSignature(state.config.secret, request)
      const { webhookUrl, offsetSeconds } = readJson(Registration, request)
      state.product.register(webhookUrl)
      state.clock.follow(offsetSeconds)
      return view()
    },
  )
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { OffsetSeconds } from '../clock/advance.ts'
import { BaseUrl } from '../config.ts'
import { readJson } from '../http/read.ts'
import { requireSignature } from '../http/signature.ts'
import type { World } from '../world.ts'

const Registration = z.strictObject({ webhookUrl: BaseUrl, offsetSeconds: OffsetSeconds })

export function productRoutes(app: FastifyInstance, world: World) {
  const view = () => ({ webhookUrl: world.product.url() ?? null })

  app.get('/control/product', { config: { does: 'Where the product listens for webhooks' } }, async () => view())

  app.put(
    '/control/product',
    { config: { does: 'The product says where it listens and how far its clock is ahead (signed)' } },
    async (request) => {
      requireSignature(world.config.secret, request)
      const { webhookUrl, offsetSeconds } = readJson(Registration, request)
      world.product.register(webhookUrl)
      world.clock.follow(offsetSeconds)
      return view()
    },
  )
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readJson } from '../http/read.ts'
import type { World } from '../world.ts'
import { AdvanceSeconds, advanceClock } from './advance.ts'

const Move = z.strictObject({ advanceSeconds: AdvanceSeconds })

export function clockRoutes(app: FastifyInstance, world: World) {
  const now = () => world.clock.now().toISOString()

  app.get('/control/clock', { config: { does: 'Product time, and how far it is ahead of real time' } }, async () => ({
    now: now(),
    offsetSeconds: world.clock.offsetSeconds(),
  }))

  app.post(
    '/control/clock',
    { config: { does: 'Move product time forward, in every running process', example: '{"advanceSeconds": 86400}' } },
    async (request) => {
      await advanceClock(world, readJson(Move, request).advanceSeconds)
      return { now: now() }
    },
  )
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readJson } from '../http/read.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { AdvanceSeconds, advanceClock } from './advance.ts'

const Move = z.strictObject({ advanceSeconds: AdvanceSeconds })

export function clockRoutes(app: FastifyInstance, state: SandboxState) {
  const now = () => state.clock.now().toISOString()

  app.get('/control/clock', { config: { does: 'Get the clock and its offset from real time' } }, async () => ({
    now: now(),
    offsetSeconds: state.clock.offsetSeconds(),
  }))

  app.post(
    '/control/clock',
    { config: { does: 'Advance the clock of every running process', example: '{"advanceSeconds": 86400}' } },
    async (request) => {
      await advanceClock(state, readJson(Move, request).advanceSeconds)
      return { now: now() }
    },
  )
}

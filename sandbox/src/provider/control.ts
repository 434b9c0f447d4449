import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readJson, readQuery } from '../http/read.ts'
import { TRUTH_LOG_ROWS_MAX } from '../limits.ts'
import type { World } from '../world.ts'
import { ScriptChange } from './script.ts'

const LIMIT = `must be a whole number from 1 to ${TRUTH_LOG_ROWS_MAX}`
const LogQuery = z.strictObject({
  limit: z
    .string(LIMIT)
    .regex(/^\d{1,9}$/, LIMIT)
    .transform(Number)
    .pipe(z.int().min(1, LIMIT).max(TRUTH_LOG_ROWS_MAX, LIMIT))
    .optional(),
})

export function providerControl(app: FastifyInstance, { provider }: World) {
  app.get('/control/provider', { config: { does: 'How the provider behaves' } }, async () => provider.script)

  app.put(
    '/control/provider',
    {
      config: { does: 'Script its faults; what is not named stays', example: '{"failRate": 0.1, "failCode": 131026}' },
    },
    async (request) => {
      provider.script = { ...provider.script, ...readJson(ScriptChange, request) }
      return provider.script
    },
  )

  app.get(
    '/control/provider/messages',
    { config: { does: 'The truth log: every call the provider accepted, oldest first; ?limit= for the newest few' } },
    async (request) => ({ messages: provider.accepted.latest(readQuery(LogQuery, request).limit) }),
  )
}

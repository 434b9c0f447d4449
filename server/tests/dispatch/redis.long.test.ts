import { expect, test } from 'vitest'
import { sendWithoutMemory } from '../support/messaging/dispatch-redis.ts'
import { requireProgram } from '../support/services/require-program.ts'

test.skipIf(!requireProgram('redis-server', 'campaigns with Redis'))(
  '50 FLUSHALLs and 50 kills of Redis in one campaign: each recipient is sent to once',
  async () => {
    const plan = { recipients: 1_500, rate: 20, flushes: 50, kills: 50, seed: 20_261_115 }
    expect(await sendWithoutMemory(plan)).toMatchObject({ unknown: 0 })
  },
  1_800_000,
)

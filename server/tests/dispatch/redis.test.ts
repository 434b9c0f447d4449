import { expect, test } from 'vitest'
import { sendWithoutMemory } from '../support/messaging/dispatch-redis.ts'
import { requireProgram } from '../support/services/require-program.ts'

test.skipIf(!requireProgram('redis-server', 'campaigns with Redis'))(
  'Redis forgets everything and is killed -9, five times each, in the middle of a campaign: each recipient is sent to once',
  async () => {
    expect(await sendWithoutMemory({ recipients: 300, rate: 30, flushes: 5, kills: 5, seed: 11 })).toMatchObject({
      unknown: 0,
    })
  },
  180_000,
)

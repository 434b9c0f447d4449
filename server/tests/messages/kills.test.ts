import { beforeAll, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { expectOneEffectAfterCrash, startSettlementFixture } from '../support/messaging/settlement-crash.ts'

let fixture: Awaited<ReturnType<typeof startSettlementFixture>>
beforeAll(async () => {
  fixture = await startSettlementFixture()
})

test(
  'callbacks whose process is killed between their settlement and its note of it move money once',
  async () => {
    await expectOneEffectAfterCrash(fixture, 'messages.settled')
  },
  FAULT_RUN_MS,
)

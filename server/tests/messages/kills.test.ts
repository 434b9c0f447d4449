import { beforeAll, test } from 'vitest'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { expectOneEffectAfterCrash, openSettlementDesk } from '../support/messaging/settlement-crash.ts'

let desk: Awaited<ReturnType<typeof openSettlementDesk>>
beforeAll(async () => {
  desk = await openSettlementDesk()
})

test(
  'callbacks whose process is killed between their settlement and its note of it move money once',
  async () => {
    await expectOneEffectAfterCrash(desk, 'messages.settled')
  },
  FAULT_RUN_MS,
)

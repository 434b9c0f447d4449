import { test } from 'vitest'
import { rollOver } from '../../../../tests/support/messaging/conversations.ts'
import { startProduct } from '../../../../tests/support/product.ts'
import { SEED } from '../../../../tests/support/random/seed.ts'

test(`each message counts in one month while cycles roll over under 200 campaigns (seed ${SEED})`, async () => {
  await rollOver(await startProduct({ without: ['WORKER', 'OUTBOX'] }), 200, SEED)
})

import { once } from 'node:events'
import { expect } from 'vitest'
import { handleProviderCallback } from '../../../src/features/callbacks/handle-callback.ts'
import { webhookIntakeWorker } from '../../../src/features/webhook-intake/worker.ts'
import type { CrashPoint } from '../../../src/platform/crash-point.ts'
import { eventually } from '../eventually.ts'
import { startBeside } from '../payments/payment-processes.ts'
import { startProduct } from '../product.ts'
import { callbackOf } from './provider-callbacks.ts'
import { sealedId } from './sealed-id.ts'
import { booksOf, givenSending, messageMoney, newPayer, newWamid } from './settlement.ts'
import { callBack } from './templates.ts'

/** The crash points that a settlement passes. */
export const SETTLEMENT_POINTS = [
  'messages.settling',
  'messages.settled',
  'messages.parked',
  'webhook.before-done',
] as const satisfies CrashPoint[]

/** A product without workers: callbacks are settled by the processes that crash, or when the test asks. */
export const startSettlementFixture = () =>
  startProduct({ env: { WEBHOOK_LOCK_TTL_SECONDS: '1' }, without: ['WORKER', 'OUTBOX'] })

/** The process that settles a callback crashes at this point. Another one must finish, and all money must move once. */
export async function expectOneEffectAfterCrash(
  product: Awaited<ReturnType<typeof startSettlementFixture>>,
  point: CrashPoint,
) {
  const { db } = product.deps
  const vendorId = await newPayer(db)
  const { campaignId, messages } = await givenSending(db, vendorId, Array<number>(40).fill(10))
  const stranger = newWamid()
  const statuses = [...messages.map(({ id, wamid }) => ({ id: wamid, biz_opaque_callback_data: id })), { id: stranger }]
  const body = callbackOf([
    {
      field: 'messages',
      value: { statuses: statuses.map((status, i) => ({ ...status, status: i % 4 ? 'delivered' : 'failed' })) },
    },
  ])
  const doomed = await startBeside({ product }, { WEBHOOK_LOCK_TTL_SECONDS: '1', CRASH_AT: point })
  const died = once(doomed.child, 'exit')
  expect((await callBack(product, JSON.stringify(body))).status).toBe(200)
  expect((await died)[1]).toBe('SIGKILL')

  const worker = await webhookIntakeWorker({ PROVIDER: handleProviderCallback })(product.deps)
  try {
    await eventually(async () => {
      const open = await db.selectFrom('webhook_inbox').select('id').where('status', '=', 'RECEIVED').execute()
      expect(open).toEqual([])
    }, 60_000)
  } finally {
    await worker.stop()
  }
  expect(await booksOf(db, vendorId, campaignId)).toMatchObject({
    captured: 300,
    returned: 100,
    reserved: 0,
    conversations: { used: 30, reserved: 0 },
  })
  expect(await messageMoney(db, vendorId)).toHaveLength(10)
  const parked = await db
    .selectFrom('parked_status')
    .select('wamid')
    .where('wamid', '=', await sealedId(product, stranger))
    .execute()
  expect(parked).toHaveLength(1)
}

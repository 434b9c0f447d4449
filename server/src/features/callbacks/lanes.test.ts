import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { callbackOf } from '../../../tests/support/messaging/provider-callbacks.ts'
import { callBack } from '../../../tests/support/messaging/templates.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { WEBHOOKS_PER_POLL_MAX } from '../../domain/limits.ts'
import type { Running } from '../../platform/concurrency/repeat.ts'
import { type EventHandler, webhookIntakeWorker } from '../webhook-intake/worker.ts'
import { handleProviderCallback } from './handle-callback.ts'

const BACKLOG = 5 * WEBHOOKS_PER_POLL_MAX
const SOON_MS = 30_000

/** Only the intake worker of this test runs. */
let product: TestProduct
let worker: Running
let release = () => {}
let stuck = 0
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER'] })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  // Every status update hangs, as if the database could not keep up with them.
  const handle: EventHandler = async (deps, event) => {
    if (event.body.includes('"statuses"')) {
      stuck++
      await released
    }
    return handleProviderCallback(deps, event)
  }
  worker = await webhookIntakeWorker({ PROVIDER: handle })(product.deps)
})
afterAll(async () => {
  release()
  await worker.stop()
})

const status = () => ({ id: `wamid.${randomUUID()}`, status: 'delivered', timestamp: '1790000000' })
const deliver = async (changes: { field: string; value: unknown }[]) =>
  expect((await callBack(product, JSON.stringify(callbackOf(changes, 1_790_000_000)))).status).toBe(200)
const eventNames = async () =>
  (await product.deps.db.selectFrom('provider_event').select(['field', 'event']).orderBy('field').execute()).map(
    ({ field, event }) => `${field} ${event}`,
  )

describe('behind a backlog of message statuses', () => {
  test('events of the account and of templates are handled at once', async () => {
    for (let i = 0; i < BACKLOG; i++) await deliver([{ field: 'messages', value: { statuses: [status()] } }])
    await eventually(() => expect(stuck).toBeGreaterThan(0), SOON_MS)
    await deliver([{ field: 'account_update', value: { event: 'ACCOUNT_RESTRICTION' } }])
    const quality = { message_template_id: 77, message_template_name: 'offer', message_template_language: 'en' }
    await deliver([{ field: 'message_template_quality_update', value: { ...quality, new_quality_score: 'RED' } }])
    await eventually(
      async () =>
        expect(await eventNames()).toEqual([
          'account_update ACCOUNT_RESTRICTION',
          'message_template_quality_update RED',
        ]),
      SOON_MS,
    )
    expect(stuck).toBeLessThan(BACKLOG)
  })

  test('a callback that also contains something else does not wait with the statuses', async () => {
    const { provider } = product.deps
    const body = (changes: { field: string; value: unknown }[]) => Buffer.from(JSON.stringify(callbackOf(changes)))
    const statuses = { field: 'messages', value: { statuses: [status()] } }
    const tricky = { ...status(), errors: [{ code: 1, title: '"field":"account_update"' }] }
    expect(provider.isBulkCallback(body([statuses, statuses]))).toBe(true)
    expect(provider.isBulkCallback(body([{ field: 'messages', value: { statuses: [tricky] } }]))).toBe(true)
    for (const change of [
      { field: 'account_update', value: {} },
      { field: 'messages', value: { messages: [] } },
      { field: 'user_preferences', value: {} },
    ]) {
      expect(provider.isBulkCallback(body([change]))).toBe(false)
      expect(provider.isBulkCallback(body([statuses, change])), change.field).toBe(false)
    }
    expect(provider.isBulkCallback(Buffer.from('not JSON'))).toBe(false)
  })
})

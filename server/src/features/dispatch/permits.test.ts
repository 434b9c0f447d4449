import { beforeAll, expect, test } from 'vitest'
import { accepted, scriptedProvider } from '../../../tests/support/messaging/dispatch.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { PERMIT_TTL_MS, WINDOW_MS } from '../../domain/messaging/sending/sliding-window.ts'
import { callProvider } from './call-provider.ts'
import { takePermits } from './permits.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

test('express and bulk batches together never get more permits in a window than the rate', async () => {
  const rate = 40
  const { rateLimiter, config } = product.deps
  const deps = { rateLimiter, config: { ...config, DISPATCH_RATE_PER_SECOND: rate } }
  const begun = performance.now()
  let granted = 0
  for (let n = 0; n < 20; n++)
    granted += (await takePermits(deps, 10, { isExpress: n % 2 === 0, isSlow: false })).granted
  const windows = Math.ceil((performance.now() - begun) / WINDOW_MS)
  expect(granted).toBeGreaterThanOrEqual(rate)
  expect(granted).toBeLessThanOrEqual(rate * windows)
})

test('a provider that asks to slow down gets fewer calls of every kind', async () => {
  const { rateLimiter, config } = product.deps
  const taken: number[] = []
  const limited = {
    ...rateLimiter,
    take: async (_key: string, limit: number) => {
      taken.push(limit)
      return { granted: 1, remaining: 0, retryAfterMs: 0 }
    },
  }
  const deps = { rateLimiter: limited, config: { ...config, DISPATCH_RATE_PER_SECOND: 40 } }
  for (const isExpress of [true, false]) {
    await takePermits(deps, 10, { isExpress, isSlow: false })
    const normal = taken.splice(0).at(-1)
    await takePermits(deps, 10, { isExpress, isSlow: true })
    expect(taken.splice(0).at(-1)).toBeLessThan(normal ?? 0)
  }
})

test('permits that expired during a slow claim are not used, and without new ones the provider is not called', async () => {
  const { deps } = product
  const draft = { campaignId: null, retryCount: 0, dueAt: new Date(), mobile: '919812345678' }
  const content = { type: 'text', body: 'On its way.' } as const
  const drafts = ['a', 'b'].map((id) => ({ ...draft, id, content }))
  const { provider, calls } = scriptedProvider(accepted)
  const at = (takenAt: number, granted: number) => {
    // Whoever gets one may ask for the next at once; whoever gets none gives up after the wait.
    const take = async () => ({ granted, remaining: 0, retryAfterMs: granted > 0 ? 0 : 2_000 })
    const rateLimiter = { ...deps.rateLimiter, take }
    return callProvider({ ...deps, provider, rateLimiter }, drafts, { granted: 2, takenAt, retryAfterMs: 0 })
  }
  const long = performance.now() - 2 * PERMIT_TTL_MS
  expect(await at(long, 0)).toEqual({ answered: [], uncalled: drafts })
  expect((await at(long, 1)).answered).toHaveLength(2)
  expect((await at(performance.now() + MINUTE_MS, 0)).answered).toHaveLength(2)
  expect(calls).toHaveLength(4)
})

import { once } from 'node:events'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { closeCampaign } from '../../../src/features/campaigns/lifecycle/close.ts'
import { readHolds } from '../../../src/features/wallet/read.ts'
import type { CrashPoint } from '../../../src/platform/crash-point.ts'
import { campaignRow, messagesOf } from '../campaigns/campaigns.ts'
import { eventually } from '../eventually.ts'
import { newDataDir, spawnProduct } from '../processes/process.ts'
import type { TestProduct } from '../product.ts'
import { callsAt, callsByMessage, statusesOf, untilSent } from './dispatch.ts'

export const DISPATCH_POINTS = [
  'dispatch.leased',
  'dispatch.published',
  'dispatch.claimed',
  'dispatch.answered',
  'dispatch.recorded',
] as const satisfies CrashPoint[]

/**
 * Starts a process that relays and sends, for a product that does neither. It uses the same provider, and has the
 * settings that a process without its own sandbox needs.
 */
export async function startDispatchProcess(product: TestProduct, env: Record<string, string> = {}) {
  const { sandbox, mailbox, databaseUrl } = product
  const child = spawnProduct({
    DATABASE_URL: databaseUrl,
    DATA_DIR: await newDataDir(),
    PORT: '0',
    PROVIDER_BASE_URL: sandbox.url,
    GATEWAY_BASE_URL: sandbox.url,
    RATES_URL: `${sandbox.url}/rates`,
    SMTP_URL: mailbox.url,
    DATABASE_POOL_SIZE: '6',
    ...env,
  })
  const exited = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  await eventually(() => {
    if (!isOver() && !child.output().includes('"event":"started"')) throw new Error(`no start:\n${child.output()}`)
  }, 50_000)
  return {
    child,
    isOver,
    exited,
    async end(signal: NodeJS.Signals) {
      if (!isOver()) child.kill(signal)
      await exited
      return child.exitCode ?? String(child.signalCode)
    },
  }
}

/** For products that send only through the processes of the test. */
export const DISPATCH_PROCESS_ENV = { SENDING_LEASE_SECONDS: '3' }

interface Expectation {
  recipients: number
  /** How many messages may have been claimed and then, because of a kill, never sent. */
  lostMax: number
  /** How long the remaining messages may take. */
  withinMs?: number
}

/**
 * Checks the provider's log: no message was sent twice and none is left, and after billing is closed exactly the sent
 * messages are paid.
 */
export async function assertSentOnce(
  product: TestProduct,
  { vendorId, campaignId }: { vendorId: VendorId; campaignId: string },
  { recipients, lostMax, withinMs = 120_000 }: Expectation,
) {
  await untilSent(product, campaignId, withinMs)
  const rows = await messagesOf(product, campaignId)
  expect(rows, `messages of campaign ${campaignId}`).toHaveLength(recipients)
  const ids = new Set(rows.map(({ id }) => id))
  const calls = callsByMessage(
    (await callsAt(product.sandbox)).filter((call) => ids.has(call.biz_opaque_callback_data)),
  )
  expect(
    [...calls].filter(([, count]) => count > 1),
    'messages with more than one call',
  ).toEqual([])
  expect(recipients - calls.size, 'recipients never called').toBeLessThanOrEqual(lostMax)
  // Callbacks also settle messages whose answer was lost.
  await eventually(
    async () =>
      expect((await statusesOf(product, campaignId))['DELIVERED'] ?? 0, 'delivered messages').toBe(calls.size),
    60_000,
  )
  for (const { id, status } of await messagesOf(product, campaignId))
    expect([calls.has(id), status], `call and status of message ${id}`).toEqual(
      calls.has(id) ? [true, 'DELIVERED'] : [false, 'UNKNOWN'],
    )

  await eventually(
    async () =>
      expect((await campaignRow(product, campaignId)).status, `status of campaign ${campaignId}`).toBe('COMPLETED'),
    30_000,
  )
  await closeCampaign(product.deps, await campaignRow(product, campaignId), product.deps.clock.now())
  const [hold] = await readHolds(product.deps.db, vendorId, [campaignId])
  expect(hold?.amountMinorUnit, `settled amount of campaign ${campaignId}`).toBe(
    (hold?.capturedMinorUnit ?? 0n) + (hold?.returnedMinorUnit ?? 0n),
  )
  return { called: calls.size, unknown: recipients - calls.size }
}

import { expect } from 'vitest'
import { launchCampaign } from '../../../src/features/campaigns/launch/launch.ts'
import { readUsage } from '../../../src/features/subscriptions/usage/conversation-usage.ts'
import { verifyLedger } from '../../../src/features/wallet/ledger/verify.ts'
import type { Db } from '../../../src/platform/db/db.ts'
import type { AppError } from '../../../src/platform/errors.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../src/platform/idempotency/idempotency.ts'
import { figuresOf } from '../money/wallets.ts'
import type { TestProduct } from '../product.ts'
import { bareSender } from './campaigns.ts'

const UNIT = 123n

/** The product's connections and those of another process. */
export type Processes = readonly [Db, Db]

type BareSender = Awaited<ReturnType<typeof bareSender>>

/** Launches this many campaigns concurrently on both processes and returns their outcomes. */
async function launchAtOnce(product: TestProduct, [ours, theirs]: Processes, sender: BareSender, count: number) {
  const who = {
    kind: 'vendor',
    vendorId: sender.vendorId,
    role: 'ADMIN',
    accountId: undefined,
    apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
  } as const
  const body = { templateId: sender.templateId, contactListId: sender.listId }
  const ends = await Promise.allSettled(
    Array.from({ length: count }, (_, i) =>
      launchCampaign({ ...product.deps, db: i % 2 ? ours : theirs }, who, body, NO_IDEMPOTENCY_KEY),
    ),
  )
  const lost = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as AppError)
  return { won: count - lost.length, lost }
}

/** 64 launches compete for money that covers 10. */
export async function expectExactlyTenLaunches(product: TestProduct, processes: Processes) {
  const sender = await bareSender(product, { contacts: 4, balanceMinorUnit: Number(UNIT * 4n * 10n) + 7 })
  const { won, lost } = await launchAtOnce(product, processes, sender, 64)
  for (const error of lost)
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { members: { requiredMinorUnit: 492, balanceMinorUnit: 7, shortfallMinorUnit: 485 } },
    })
  expect(won).toBe(10)
  expect(await figuresOf(product.deps.db, sender.vendorId)).toMatchObject({ balance: 7n, reserved: UNIT * 40n })
  expect(await verifyLedger(product.deps.db, sender.vendorId)).toMatchObject({ ok: true, rows: 11 })
}

/** With a cap that covers some of the launches, never more than that succeed. */
export async function expectCapHolds(
  product: TestProduct,
  processes: Processes,
  { launches, contacts, room }: { launches: number; contacts: number; room: number },
) {
  const { db } = product.deps
  const sender = await bareSender(product, { contacts, balanceMinorUnit: 100_000_000 })
  const { conversationCap } = await readUsage(product.deps, sender.vendorId, product.deps.clock.now())
  await db
    .updateTable('subscription')
    .set({ conversations_used: BigInt(conversationCap - room) })
    .where('vendor_id', '=', sender.vendorId)
    .execute()
  const { won, lost } = await launchAtOnce(product, processes, sender, launches)
  for (const error of lost) expect(error).toMatchObject({ code: 'CONVERSATION_CAP_REACHED' })
  expect(won).toBe(Math.min(launches, Math.floor(room / contacts)))
  const { reserved } = await db
    .selectFrom('subscription')
    .select('conversations_reserved as reserved')
    .where('vendor_id', '=', sender.vendorId)
    .executeTakeFirstOrThrow()
  expect(reserved, `amount on hold after ${won} launches`).toBe(BigInt(won * contacts))
  const campaigns = await db.selectFrom('campaign').select('id').where('vendor_id', '=', sender.vendorId).execute()
  expect(campaigns).toHaveLength(won)
}

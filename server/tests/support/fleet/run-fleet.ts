import { sql } from 'kysely'
import { expect } from 'vitest'
import { batchSizeAt } from '../../../src/domain/messaging/sending/sending-pace.ts'
import { verifyLedger } from '../../../src/features/wallet/ledger/verify.ts'
import { assertInvariants } from '../database/invariants.ts'
import { eventually } from '../eventually.ts'
import { callsAt } from '../messaging/dispatch.ts'
import { assertSentOnce } from '../messaging/dispatch-processes.ts'
import { figuresOf } from '../money/wallets.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { type Customer, newCustomer } from './customer.ts'
import { planFaults, planRestarts, strikeAll } from './faults.ts'
import { type Fleet, startFleet } from './fleet.ts'
import type { PreviousRelease } from './previous-release.ts'

const BATCHES_AT_ONCE = 16
const WITHIN_MS = 240_000

interface Plan {
  customers: number
  /** Rows of each file. */
  rows: number
  rate: number
  /** How often every process is stopped and every service restarted. */
  rounds: number
  /** Processes that are killed (-9) in each round. */
  kills: number
  seed: number
  /** Starts as this release, and is upgraded process by process instead of being harmed. */
  previous?: PreviousRelease
}

/**
 * Several customers import and send, again and again, while the parts of a fleet are stopped and killed. Afterwards
 * everything is there once: contacts, messages at the provider, money.
 */
export async function runFleet({ customers: count, rows, rate, rounds, kills, seed, previous }: Plan) {
  const fleet = await startFleet({ rate, previous })
  const random = seededRandom(seed)
  const customers: Customer[] = []
  for (let n = 0; n < count; n++) customers.push(await newCustomer(fleet, n))

  const faults = previous ? planRestarts(fleet, random) : planFaults(fleet, random, { rounds, kills })
  let isOver = false
  const work = customers.map(async ({ importAndSend }) => {
    do await importAndSend(rows)
    while (!isOver)
  })
  const strikes = strikeAll(faults, random).finally(() => {
    isOver = true
  })
  await Promise.all([strikes, ...work])

  const lostMax = faults.filter(({ losesClaims }) => losesClaims).length * BATCHES_AT_ONCE * batchSizeAt(rate)
  const called = new Map<Customer, number>()
  for (const customer of customers) called.set(customer, await assertAllSent(fleet, customer, lostMax))
  await assertNothingWaits(fleet)
  expect(await callsAt(fleet.product.sandbox), 'calls at the provider').toHaveLength(sum([...called.values()]))
  const codes = await Promise.all(fleet.members.map(({ end }) => end('SIGTERM')))
  expect(codes, 'exit codes').toEqual(codes.map(() => 0))
  await assertInvariants(fleet.database.url)
  return { campaigns: sum(customers.map(({ sent }) => sent.length)), called: sum([...called.values()]) }
}

/** All messages of a customer were sent once, or are known to be uncertain, and exactly the sent ones were paid. */
async function assertAllSent(
  { product }: Fleet,
  { vendorId, sent, contacts, balanceMinorUnit }: Customer,
  max: number,
) {
  const { db } = product.deps
  let [called, paidMinorUnit] = [0, 0n]
  for (const { campaignId, recipients, estimatedCostMinorUnit } of sent) {
    const campaign = { vendorId, campaignId }
    const result = await assertSentOnce(product, campaign, { recipients, lostMax: max, withinMs: WITHIN_MS })
    called += result.called
    paidMinorUnit += BigInt((estimatedCostMinorUnit / recipients) * result.called)
  }
  const { balance } = await figuresOf(db, vendorId)
  expect(balance, `balance of vendor ${vendorId}`).toBe(balanceMinorUnit - paidMinorUnit)
  expect(await verifyLedger(db, vendorId)).toMatchObject({ ok: true })
  const kept = await db.selectFrom('contact').select('id').where('vendor_id', '=', vendorId).execute()
  expect(kept, `contacts of vendor ${vendorId}`).toHaveLength(contacts())
  return called
}

/** Every promised piece of work was done: no outbox row, no event, no dead letter is left. */
async function assertNothingWaits({ product }: Fleet) {
  const left = sql<{ outbox: number; events: number; dead: number }>`
    select (select count(*)::int from outbox_event) as outbox,
           (select count(*)::int from webhook_inbox where status <> 'DONE') as events,
           (select count(*)::int from dead_letter) as dead`
  await eventually(async () => {
    const { rows } = await left.execute(product.deps.db)
    expect(rows[0]).toEqual({ outbox: 0, events: 0, dead: 0 })
  }, WITHIN_MS)
}

const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0)

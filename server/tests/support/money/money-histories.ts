import { expect } from 'vitest'
import type { Cycle } from '../../../src/domain/billing/billing-cycle.ts'
import { refundedBase } from '../../../src/domain/invoicing/gst.ts'
import { readWallet } from '../../../src/features/wallet/read.ts'
import { AppError } from '../../../src/platform/errors.ts'
import type { TestProduct } from '../product.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'
import { type MoneyFixture, moneyFixture } from './money-fixture.ts'
import { move, movement } from './wallets.ts'

const AT_ONCE = 8
const START = new Date('2026-06-01T00:00:00Z')
const CYCLES: readonly Cycle[] = ['MONTHLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL']

type Order = { gatewayOrderId: string; amountMinorUnit: number; currency: string }

interface VendorHistory {
  fixture: MoneyFixture
  random: SeededRandom
  orders: Order[]
  requests: string[]
  paid: bigint
  granted: bigint
  spent: bigint
  log: string[]
}

/** Runs random histories of vendors and checks them after every step. Returns how often each step was taken. */
export async function runVendorHistories(
  product: TestProduct,
  { histories, steps, seed }: { histories: number; steps: number; seed: number },
) {
  const done: Partial<Record<StepName, number>> = {}
  const runHistory = async (n: number) => {
    const history = await startHistory(product, seededRandom(seed * 7_919 + n * 104_729))
    for (let step = 0; step < steps; step++) {
      const name = history.random.pick(STEP_NAMES)
      if (await take(history, name)) done[name] = (done[name] ?? 0) + 1
      await expectConserved(history)
    }
  }
  for (let first = 0; first < histories; first += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, histories - first) }, (_, i) => runHistory(first + i)))
  return done
}

async function startHistory(product: TestProduct, random: SeededRandom): Promise<VendorHistory> {
  const fixture = await moneyFixture(product, START)
  const history = { fixture, random, orders: [], requests: [], paid: 0n, granted: 0n, spent: 0n, log: [] }
  await take(history, 'onboard')
  return history
}

/** A refusal is a valid result; any other error is rethrown. */
async function take(history: VendorHistory, name: StepName): Promise<boolean> {
  try {
    const did = await STEPS[name](history)
    history.log.push(typeof did === 'string' ? `${name} ${did}` : name)
    return true
  } catch (error) {
    if (!(error instanceof AppError || error instanceof Nothing)) throw error
    history.log.push(`${name}: ${error instanceof AppError ? error.code : 'nothing to do'}`)
    return false
  }
}

class Nothing extends Error {}
const some = <T>(random: SeededRandom, from: readonly T[]): T => {
  if (from.length === 0) throw new Nothing()
  return random.pick(from)
}

async function pay(history: VendorHistory, order: Order) {
  history.paid += BigInt(order.amountMinorUnit)
  const outcome = await history.fixture.capture(order)
  return outcome.kind === 'FLAGGED' ? outcome.flag : outcome.kind
}

async function change(history: VendorHistory, plan: 'SMB' | 'ENTERPRISE') {
  const answer = await history.fixture.change(plan, history.random.pick(CYCLES))
  if (answer.status === 201) history.orders.push(answer.body)
}

const STEPS = {
  async onboard(history: VendorHistory) {
    const { order, outcome } = await history.fixture.onboard(
      history.random.pick(['SMB', 'ENTERPRISE']),
      history.random.pick(CYCLES),
    )
    history.paid += BigInt(order.amountMinorUnit)
    return outcome.kind
  },
  upgrade: (history: VendorHistory) => change(history, 'ENTERPRISE'),
  downgrade: (history: VendorHistory) => change(history, 'SMB'),
  async orderCycle(history: VendorHistory) {
    history.orders.push(await history.fixture.orderCycle())
  },
  capture: (history: VendorHistory) => pay(history, some(history.random, history.orders)),
  async charge(history: VendorHistory) {
    const { paid, outcome } = await history.fixture.charge()
    history.paid += paid
    return outcome.kind
  },
  async cancel({ fixture }: VendorHistory) {
    await fixture.cancel()
  },
  async ask(history: VendorHistory) {
    history.requests.push(await history.fixture.ask(some(history.random, await history.fixture.invoices()).id))
  },
  async open(history: VendorHistory) {
    history.requests.push(await history.fixture.open(some(history.random, await history.fixture.invoices()).id))
  },
  async withdraw({ fixture, random, requests }: VendorHistory) {
    await fixture.withdraw(some(random, requests))
  },
  async approve({ fixture, random, requests }: VendorHistory) {
    const part = random.below(3) === 0 ? 1 + random.below(200_000) : undefined
    await fixture.approve(some(random, requests.slice(-2)), part)
  },
  async process({ fixture, random, requests }: VendorHistory) {
    fixture.script.refund = random.pick(['processed', 'processed', 'pending', 'failed'])
    await fixture.process(some(random, requests.slice(-2)))
  },
  async settleRefund({ fixture, random }: VendorHistory) {
    const pending = [...fixture.refunds].filter(([, { status }]) => status === 'pending')
    await fixture.settleRefund(some(random, pending)[0], random.pick(['processed', 'failed']))
  },
  async recharge(history: VendorHistory) {
    const amount = 50_000 + history.random.below(500_000)
    await history.fixture.recharge(amount)
    history.paid += BigInt(amount)
  },
  async credit(history: VendorHistory) {
    const amount = 1 + history.random.below(100_000)
    await history.fixture.credit(amount, history.random.pick(['CREDIT', 'BONUS']))
    history.granted += BigInt(amount)
  },
  async spend(history: VendorHistory) {
    const { deps, vendorId, now } = history.fixture
    const { balance_minor_unit: balance } = await readWallet(deps.db, vendorId)
    if (balance === 0n) throw new Nothing()
    const amount = history.random.below(2) === 0 ? balance : balance / 2n + 1n
    await move(deps.db, vendorId, [movement('DEBIT', amount)], now())
    history.spent += amount
  },
  async exit(history: VendorHistory) {
    const { fixture } = history
    fixture.pass(2)
    const id = await fixture.askExit()
    history.requests.push(id)
    if (history.random.below(2) === 0) return
    await fixture.approve(id)
    await fixture.process(id)
  },
  async wait({ fixture, random }: VendorHistory) {
    fixture.pass(1 + random.below(20 * 24))
  },
} satisfies Record<string, (history: VendorHistory) => Promise<unknown>>

type StepName = keyof typeof STEPS
/** Steps that others depend on are chosen more often. */
const STEP_NAMES: readonly StepName[] = [
  ...(Object.keys(STEPS) as StepName[]),
  ...(['upgrade', 'upgrade', 'capture', 'capture', 'open', 'approve', 'process'] as const),
]

/** Refunds, and what the plan could still return, must never exceed what was paid or granted. */
async function expectConserved(history: VendorHistory) {
  const { fixture, log } = history
  const gone = [...fixture.refunds.values()].filter(({ status }) => status !== 'failed')
  const refunded = gone.reduce((sum, { amountMinorUnit }) => sum + amountMinorUnit, 0n)
  const steps = log.join(', ')
  expect(refunded + history.spent <= history.paid + history.granted, steps).toBe(true)

  const invoices = await fixture.invoices()
  const goneOver = (paymentId: string | null) =>
    gone
      .filter(({ gatewayPaymentId }) => gatewayPaymentId === paymentId)
      .reduce((sum, { amountMinorUnit }) => sum + amountMinorUnit, 0n)
  const left = invoices.reduce((sum, invoice) => {
    const tax = { gstMinorUnit: invoice.gst_amount_minor_unit, totalMinorUnit: invoice.total_minor_unit }
    return sum + invoice.amount_minor_unit - refundedBase(tax, goneOver(invoice.gateway_payment_id))
  }, 0n)
  const bonus = await planBonus(fixture)
  const unused = await fixture.unused()
  expect(unused + bonus <= left, `${steps}: ${unused} unused and ${bonus} returned of ${left}`).toBe(true)
}

async function planBonus({ deps, vendorId }: MoneyFixture): Promise<bigint> {
  const rows = await deps.db
    .selectFrom('wallet_transaction')
    .select('amount_minor_unit as amount')
    .where('vendor_id', '=', vendorId)
    .where('type', '=', 'BONUS')
    .where('reference_type', '=', 'SUBSCRIPTION')
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

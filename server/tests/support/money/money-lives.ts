import { expect } from 'vitest'
import type { Cycle } from '../../../src/domain/billing/billing-cycle.ts'
import { refundedBase } from '../../../src/domain/invoicing/gst.ts'
import { readWallet } from '../../../src/features/wallet/read.ts'
import { AppError } from '../../../src/platform/errors.ts'
import type { TestProduct } from '../product.ts'
import { type Chance, chance } from '../random/seeded-random.ts'
import { type MoneyDesk, moneyDesk } from './money-desk.ts'
import { move, movement } from './wallets.ts'

const AT_ONCE = 8
const START = new Date('2026-06-01T00:00:00Z')
const CYCLES: readonly Cycle[] = ['MONTHLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL']

type Order = { gatewayOrderId: string; amountMinorUnit: number; currency: string }

interface Life {
  desk: MoneyDesk
  dice: Chance
  orders: Order[]
  requests: string[]
  paid: bigint
  granted: bigint
  spent: bigint
  log: string[]
}

/** Random lives of vendors, each checked after every step. How often each step was taken. */
export async function livesOfVendors(
  product: TestProduct,
  { lives, steps, seed }: { lives: number; steps: number; seed: number },
) {
  const done: Partial<Record<StepName, number>> = {}
  const live = async (n: number) => {
    const life = await beginLife(product, chance(seed * 7_919 + n * 104_729))
    for (let step = 0; step < steps; step++) {
      const name = life.dice.pick(STEP_NAMES)
      if (await take(life, name)) done[name] = (done[name] ?? 0) + 1
      await expectConserved(life)
    }
  }
  for (let first = 0; first < lives; first += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, lives - first) }, (_, i) => live(first + i)))
  return done
}

async function beginLife(product: TestProduct, dice: Chance): Promise<Life> {
  const desk = await moneyDesk(product, START)
  const life = { desk, dice, orders: [], requests: [], paid: 0n, granted: 0n, spent: 0n, log: [] }
  await take(life, 'onboard')
  return life
}

/** A refusal is an answer; anything else that is thrown is an error. */
async function take(life: Life, name: StepName): Promise<boolean> {
  try {
    const did = await STEPS[name](life)
    life.log.push(typeof did === 'string' ? `${name} ${did}` : name)
    return true
  } catch (error) {
    if (!(error instanceof AppError || error instanceof Nothing)) throw error
    life.log.push(`${name}: ${error instanceof AppError ? error.code : 'nothing to do'}`)
    return false
  }
}

class Nothing extends Error {}
const some = <T>(dice: Chance, from: readonly T[]): T => {
  if (from.length === 0) throw new Nothing()
  return dice.pick(from)
}

async function pay(life: Life, order: Order) {
  life.paid += BigInt(order.amountMinorUnit)
  const outcome = await life.desk.capture(order)
  return outcome.kind === 'FLAGGED' ? outcome.flag : outcome.kind
}

async function change(life: Life, plan: 'SMB' | 'ENTERPRISE') {
  const answer = await life.desk.change(plan, life.dice.pick(CYCLES))
  if (answer.status === 201) life.orders.push(answer.body)
}

const STEPS = {
  async onboard(life: Life) {
    const { order, outcome } = await life.desk.onboard(life.dice.pick(['SMB', 'ENTERPRISE']), life.dice.pick(CYCLES))
    life.paid += BigInt(order.amountMinorUnit)
    return outcome.kind
  },
  upgrade: (life: Life) => change(life, 'ENTERPRISE'),
  downgrade: (life: Life) => change(life, 'SMB'),
  async orderCycle(life: Life) {
    life.orders.push(await life.desk.orderCycle())
  },
  capture: (life: Life) => pay(life, some(life.dice, life.orders)),
  async charge(life: Life) {
    const { paid, outcome } = await life.desk.charge()
    life.paid += paid
    return outcome.kind
  },
  async cancel({ desk }: Life) {
    await desk.cancel()
  },
  async ask(life: Life) {
    life.requests.push(await life.desk.ask(some(life.dice, await life.desk.invoices()).id))
  },
  async open(life: Life) {
    life.requests.push(await life.desk.open(some(life.dice, await life.desk.invoices()).id))
  },
  async withdraw({ desk, dice, requests }: Life) {
    await desk.withdraw(some(dice, requests))
  },
  async approve({ desk, dice, requests }: Life) {
    const part = dice.below(3) === 0 ? 1 + dice.below(200_000) : undefined
    await desk.approve(some(dice, requests.slice(-2)), part)
  },
  async process({ desk, dice, requests }: Life) {
    desk.script.refund = dice.pick(['processed', 'processed', 'pending', 'failed'])
    await desk.process(some(dice, requests.slice(-2)))
  },
  async settleRefund({ desk, dice }: Life) {
    const pending = [...desk.refunds].filter(([, { status }]) => status === 'pending')
    await desk.settleRefund(some(dice, pending)[0], dice.pick(['processed', 'failed']))
  },
  async recharge(life: Life) {
    const amount = 50_000 + life.dice.below(500_000)
    await life.desk.recharge(amount)
    life.paid += BigInt(amount)
  },
  async credit(life: Life) {
    const amount = 1 + life.dice.below(100_000)
    await life.desk.credit(amount, life.dice.pick(['CREDIT', 'BONUS']))
    life.granted += BigInt(amount)
  },
  async spend(life: Life) {
    const { deps, vendorId, now } = life.desk
    const { balance_minor_unit: balance } = await readWallet(deps.db, vendorId)
    if (balance === 0n) throw new Nothing()
    const amount = life.dice.below(2) === 0 ? balance : balance / 2n + 1n
    await move(deps.db, vendorId, [movement('DEBIT', amount)], now())
    life.spent += amount
  },
  async exit(life: Life) {
    const { desk } = life
    desk.pass(2)
    const id = await desk.askExit()
    life.requests.push(id)
    if (life.dice.below(2) === 0) return
    await desk.approve(id)
    await desk.process(id)
  },
  async wait({ desk, dice }: Life) {
    desk.pass(1 + dice.below(20 * 24))
  },
} satisfies Record<string, (life: Life) => Promise<unknown>>

type StepName = keyof typeof STEPS
/** Those that the others need are taken more often. */
const STEP_NAMES: readonly StepName[] = [
  ...(Object.keys(STEPS) as StepName[]),
  ...(['upgrade', 'upgrade', 'capture', 'capture', 'open', 'approve', 'process'] as const),
]

/** What has gone out, and what the plan could still bring, never exceeds what came in. */
async function expectConserved(life: Life) {
  const { desk, log } = life
  const gone = [...desk.refunds.values()].filter(({ status }) => status !== 'failed')
  const refunded = gone.reduce((sum, { amountMinorUnit }) => sum + amountMinorUnit, 0n)
  const told = log.join(', ')
  expect(refunded + life.spent <= life.paid + life.granted, told).toBe(true)

  const invoices = await desk.invoices()
  const goneOver = (paymentId: string | null) =>
    gone
      .filter(({ gatewayPaymentId }) => gatewayPaymentId === paymentId)
      .reduce((sum, { amountMinorUnit }) => sum + amountMinorUnit, 0n)
  const left = invoices.reduce((sum, invoice) => {
    const tax = { gstMinorUnit: invoice.gst_amount_minor_unit, totalMinorUnit: invoice.total_minor_unit }
    return sum + invoice.amount_minor_unit - refundedBase(tax, goneOver(invoice.gateway_payment_id))
  }, 0n)
  const bonus = await planBonus(desk)
  const unused = await desk.unused()
  expect(unused + bonus <= left, `${told}: ${unused} unused and ${bonus} returned of ${left}`).toBe(true)
}

async function planBonus({ deps, vendorId }: MoneyDesk): Promise<bigint> {
  const rows = await deps.db
    .selectFrom('wallet_transaction')
    .select('amount_minor_unit as amount')
    .where('vendor_id', '=', vendorId)
    .where('type', '=', 'BONUS')
    .where('reference_type', '=', 'SUBSCRIPTION')
    .execute()
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

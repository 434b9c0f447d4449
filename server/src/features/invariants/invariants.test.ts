import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { move, movement, newWallet } from '../../../tests/support/money/wallets.ts'
import type { VendorId } from '../../domain/ids.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { checkAll, createInvariantCheck, readInvariants } from './check.ts'

let db: Db
let vendorId: VendorId
beforeAll(async () => {
  db = await openTestDatabase(2)
  vendorId = await newWallet(db)
  const hold = newId<'campaign'>()
  const debit = movement('DEBIT', 30)
  await move(db, vendorId, [movement('CREDIT', 100), movement('BONUS', 50), debit])
  await move(db, vendorId, [movement('RESERVED', 60, { hold }), movement('REFUND', 10, { hold })])
  await move(db, vendorId, [movement('REFUND', 20, { refundOf: debit.idempotencyKey })])
})

/** Tampers with the data directly, lets `look` see it, and rolls back. */
async function withHarm<T>(harm: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  const seen: T[] = []
  const body = async (tx: Tx) => {
    await sql`alter table wallet_transaction disable trigger wallet_transaction_append_only`.execute(tx)
    await sql.raw(harm.replaceAll(':v', `'${vendorId}'`)).execute(tx)
    seen.push(await look(tx))
    throw new Error('taken back')
  }
  await expect(inTransaction(db, body)).rejects.toThrow('taken back')
  return seen[0] as T
}
const rows = (change: string, which = 'sequence = 3') =>
  `update wallet_transaction set ${change} where vendor_id = :v and ${which}`
const wallet = (change: string) => `update wallet set ${change} where vendor_id = :v`
const hold = (change: string) => `update wallet_hold set ${change} where vendor_id = :v`

const FOLLOWS = 'each ledger row follows from the one before it'
const HASH = 'the hash of each ledger row covers what the row says'
const HEAD = 'the wallet says what its newest ledger row says'
const SUM = 'the balance is the sum of the ledger, and so is the bonus in it'
const ONE = 'a ledger is of one wallet and one currency'
const RESERVED = 'what a wallet has reserved is what its holds have open'
const HOLDS = 'each hold holds what was reserved for it and gave back what was refunded from it'
const REFUNDS = 'refunds of a debit never give back more than it took, nor more bonus'

const CORRECTED = "an operator's credit is taken back once, from the wallet it went to and never beyond its amount"
const APPROVED = 'what a second operator approved was done as it was asked for, and nothing else of it'
const PAYMENT_APPROVED = "a second operator's approval of an unmatched payment moved what was approved, and no more"

test('no violation is found in untouched data', async () => {
  expect(await checkAll(db)).toEqual([])
})

test.each([
  [rows('amount_minor_unit = amount_minor_unit + 1'), [FOLLOWS, HASH, SUM]],
  [rows('bonus_minor_unit = bonus_minor_unit - 1'), [FOLLOWS, HASH, SUM]],
  [rows("description = 'another'"), [HASH]],
  [rows("prev_hash = '\\x00'"), [FOLLOWS, HASH]],
  [rows("created_at = created_at - interval '1 day'"), [FOLLOWS, HASH]],
  [rows("currency = 'USD'"), [HASH, ONE]],
  ['delete from wallet_transaction where vendor_id = :v and sequence = 2', [FOLLOWS, SUM]],
  ['delete from wallet_transaction where vendor_id = :v and sequence = 6', [HEAD, SUM]],
  [wallet('balance_minor_unit = balance_minor_unit + 1'), [HEAD, SUM]],
  [wallet('bonus_balance_minor_unit = bonus_balance_minor_unit - 1'), [HEAD, SUM]],
  [wallet("head_hash = '\\x00'"), [HEAD]],
  [wallet('reserved_minor_unit = reserved_minor_unit + 1'), [RESERVED]],
  [hold('captured_minor_unit = captured_minor_unit + 1'), [RESERVED]],
  [hold('amount_minor_unit = amount_minor_unit + 1, captured_minor_unit = captured_minor_unit + 1'), [HOLDS]],
  [hold('returned_bonus_minor_unit = returned_bonus_minor_unit + 1'), [HOLDS]],
  [rows('refund_of = idempotency_key', 'sequence = 4'), [HASH, REFUNDS]],
] as const)('%s violates exactly the expected invariants', async (harm, expected) => {
  const broken = await withHarm(harm, checkAll)
  expect(broken.map(({ invariant }) => invariant)).toEqual(expected)
  expect(JSON.stringify(broken)).toContain(vendorId)
})

test('a correction of a payment or beyond its credit, and an approval without its credit, are detected', async () => {
  const other = await newWallet(db)
  const [credit] = await move(db, other, [movement('CREDIT', 100, { referenceType: 'ADMIN', referenceId: 'c' })])
  const debit = {
    idempotencyKey: `correct-${credit?.id}`,
    referenceType: 'ADMIN',
    referenceId: `${credit?.id}`,
  } as const
  await move(db, other, [movement('DEBIT', 60, debit)])
  const approve = (amount: number, key: string) => sql<string>`insert into approval (vendor_id, id, kind, status,
      amount_minor_unit, currency, reason, payload, requested_by, requested_at, expires_at, decided_by, decided_at, result)
    select ${other}, ${key}, 'WALLET_CREDIT', 'APPROVED', ${amount}, 'INR', 'x', '{"type": "CREDIT"}',
      gen_random_uuid(), created_at, created_at, gen_random_uuid(), created_at, jsonb_build_object('transactionId', id)
      from wallet_transaction where vendor_id = ${other} and idempotency_key = ${`admin-credit-${key}`}`
  const approvalId = newId<'approval'>()
  await move(db, other, [movement('CREDIT', 70, { idempotencyKey: `admin-credit-${approvalId}` })])
  await approve(70, approvalId).execute(db)
  expect(await checkAll(db)).toEqual([])
  const ofOther = (change: string, which: string) =>
    `update wallet_transaction set ${change} where vendor_id = '${other}' and ${which}`
  const approval = (change: string) => `update approval set ${change} where vendor_id = '${other}'`
  for (const [harm, expected] of [
    [ofOther("reference_type = 'RECHARGE'", 'sequence = 1'), [HASH, CORRECTED]],
    [ofOther("type = 'BONUS'", 'sequence = 1'), [HASH]],
    [ofOther('amount_minor_unit = 101', 'sequence = 2'), [FOLLOWS, HASH, SUM, CORRECTED]],
    [ofOther("idempotency_key = 'x'", 'sequence = 3'), [HASH, APPROVED]],
    [approval('amount_minor_unit = 71'), [APPROVED]],
    [approval("result = '{}'"), [APPROVED]],
    [approval("status = 'REJECTED', result = null"), [APPROVED]],
    [approval('payload = \'{"type": "BONUS"}\''), [APPROVED]],
  ] as const)
    expect(
      (await withHarm(harm, checkAll)).map(({ invariant }) => invariant),
      harm,
    ).toEqual(expected)
})

test('an approved decision about an unmatched payment that moved more, or nothing, is detected', async () => {
  const other = await newWallet(db)
  const operator = newId<'account'>()
  const [credited, refunded] = ['pay_credited', 'pay_refunded']
  await move(db, other, [movement('CREDIT', 90, { idempotencyKey: credited })])
  const paymentId = newId<'unplacedPayment'>()
  await sql`insert into unplaced_payment (id, gateway_payment_id, amount_minor_unit, currency, reason, arrived_at)
    values (${paymentId}, ${refunded}, 80, 'INR', 'UNKNOWN_ORDER', now())`.execute(db)
  await sql`insert into unplaced_payment_refund (id, payment_id, amount_minor_unit, requested_by, created_at)
    values (${newId()}, ${paymentId}, 80, ${operator}, now())`.execute(db)
  const approve = (
    kind: string,
    payment: string,
    amount: number,
  ) => sql`insert into approval (vendor_id, id, kind, status,
      amount_minor_unit, currency, reason, payload, requested_by, requested_at, expires_at, decided_by, decided_at, result)
    values (${other}, ${newId()}, ${kind}, 'APPROVED', ${amount}, 'INR', 'x',
      ${JSON.stringify({ gatewayPaymentId: payment })}::jsonb, ${operator}, now(), now(), gen_random_uuid(), now(),
      ${JSON.stringify({ gatewayPaymentId: payment, amountMinorUnit: amount })}::jsonb)`
  await approve('PAYMENT_CREDIT', credited as string, 90).execute(db)
  await approve('PAYMENT_REFUND', refunded as string, 80).execute(db)
  expect(await checkAll(db)).toEqual([])
  const approval = (change: string, kind: string) =>
    `update approval set ${change} where vendor_id = '${other}' and kind = '${kind}'`
  for (const [harm, expected] of [
    [approval('amount_minor_unit = 89', 'PAYMENT_CREDIT'), [PAYMENT_APPROVED]],
    [approval('amount_minor_unit = 79', 'PAYMENT_REFUND'), [PAYMENT_APPROVED]],
    [approval("result = '{}'", 'PAYMENT_REFUND'), [PAYMENT_APPROVED]],
    [`update wallet_transaction set idempotency_key = 'x' where vendor_id = '${other}'`, [HASH, PAYMENT_APPROVED]],
    [`delete from unplaced_payment_refund where payment_id = '${paymentId}'`, [PAYMENT_APPROVED]],
  ] as const)
    expect(
      (await withHarm(harm, checkAll)).map(({ invariant }) => invariant),
      harm,
    ).toEqual(expected)
})

test('every invariant was violated by a case above', async () => {
  const names = (await readInvariants()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([FOLLOWS, HASH, HEAD, SUM, ONE, RESERVED, HOLDS, REFUNDS]))
  expect(new Set(names).size).toBe(names.length)
})

describe("the worker's checks", () => {
  const createCheckDeps = () => {
    const lines: string[] = []
    const metrics = createMetrics()
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const gauge = async (invariant: string) =>
      (await metrics.invariantsBroken.get()).values.find(({ labels }) => labels.invariant === invariant)?.value
    return { lines, metrics, log, gauge }
  }

  test('log a violation and raise the gauge, which falls after a complete pass without one', async () => {
    const { lines, metrics, log, gauge } = createCheckDeps()
    const checkNext = createInvariantCheck()
    await withHarm(wallet('reserved_minor_unit = reserved_minor_unit + 1'), (tx) => checkNext({ db: tx, log, metrics }))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: expect.anything(), event: 'invariant.broken', invariant: RESERVED, rows: [{ vendor_id: vendorId }] },
    ])
    expect(await gauge(RESERVED)).toBe(1)
    await checkNext({ db, log, metrics })
    expect(await gauge(RESERVED)).toBe(0)
    expect(lines).toHaveLength(1)
  })

  test('reach every vendor, in batches, and include the newest entries of a long ledger', async () => {
    const { lines, metrics, log } = createCheckDeps()
    for (let i = 0; i < 230; i++) await newWallet(db)
    const last = await newWallet(db)
    await move(
      db,
      last,
      Array.from({ length: 1_100 }, () => movement('CREDIT', 1)),
    )
    const checkNext = createInvariantCheck()
    const runs = async (db: Db) => {
      for (let i = 0; i < 3; i++) await checkNext({ db, log, metrics })
    }
    await runs(db)
    expect(lines).toEqual([])
    const harm = `update wallet_transaction set amount_minor_unit = 2 where vendor_id = '${last}' and sequence = 900`
    await withHarm(harm, runs)
    expect(lines.map((line) => JSON.parse(line).invariant)).toEqual([FOLLOWS, HASH])
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/support/database/open-database.ts'
import { move, movement, newWallet } from '../../../../tests/support/money/wallets.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/db/db.ts'
import { verifyLedger } from './verify.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase(4)
})

describe('ledger verification', () => {
  let vendorId: VendorId
  beforeAll(async () => {
    vendorId = await newWallet(db)
    for (let i = 0; i < 5; i++) await move(db, vendorId, [movement('CREDIT', 100 + i), movement('DEBIT', 7)])
  })

  /** Tampers with the rows directly, runs the verification, and rolls back. */
  const afterHarm = async (...statements: string[]) => {
    const harm = async (tx: Tx) => {
      await sql`alter table wallet_transaction disable trigger wallet_transaction_append_only`.execute(tx)
      for (const statement of statements) await sql.raw(statement.replaceAll(':v', `'${vendorId}'`)).execute(tx)
      throw Object.assign(new Error('taken back'), { verdict: await verifyLedger(tx, vendorId) })
    }
    const { verdict } = await inTransaction(db, harm).catch((error: { verdict: unknown }) => error)
    return verdict
  }

  test('succeeds for an empty wallet and for a full one', async () => {
    const zeros = '0'.repeat(64)
    expect(await verifyLedger(db, await newWallet(db))).toEqual({ ok: true, rows: 0, headHash: zeros })
    expect(await verifyLedger(db, vendorId)).toEqual({
      ok: true,
      rows: 10,
      headHash: expect.stringMatching(/^\w{64}$/),
    })
  })

  test.each([
    ['description = description || $$!$$', 4],
    ['amount_minor_unit = amount_minor_unit + 1', 1],
    ['balance_after_minor_unit = balance_after_minor_unit + 1', 10],
    ['bonus_minor_unit = 1', 6],
    ['bonus_after_minor_unit = 1', 7],
    ["type = 'BONUS'", 3],
    ["currency = 'USD'", 5],
    ['amount_inr_paise = 1', 9],
    ['exchange_rate_used = 1.0000000001', 2],
    ['is_rate_stale = true', 2],
    ["reference_type = 'ADMIN'", 8],
    ["reference_id = 'x'", 8],
    ["refund_of = 'x'", 8],
    ['hold_id = gen_random_uuid()', 8],
    ['id = gen_random_uuid()', 8],
    ["idempotency_key = 'x'", 8],
    ["created_at = created_at + interval '1 microsecond'", 10],
    ["prev_hash = '\\x00'", 4],
    ["hash = '\\x00'", 4],
  ])('names the row in which %s', async (change, sequence) => {
    const harm = `update wallet_transaction set ${change} where vendor_id = :v and sequence = ${sequence}`
    expect(await afterHarm(harm)).toMatchObject({ ok: false, brokenAtSequence: sequence, problem: 'ROW_ALTERED' })
  })

  test('names a missing row, and the first row of a missing tail', async () => {
    const remove = (which: string) => `delete from wallet_transaction where vendor_id = :v and sequence ${which}`
    expect(await afterHarm(remove('= 1'))).toMatchObject({ brokenAtSequence: 1, problem: 'ROW_MISSING', rows: 0 })
    expect(await afterHarm(remove('= 6'))).toMatchObject({ brokenAtSequence: 6, problem: 'ROW_MISSING', rows: 5 })
    expect(await afterHarm(remove('> 7'))).toMatchObject({ brokenAtSequence: 8, problem: 'TAIL_CUT', rows: 7 })
    expect(await afterHarm(remove('> 0'))).toMatchObject({ brokenAtSequence: 1, problem: 'TAIL_CUT', rows: 0 })
  })

  const REHASH = `update wallet_transaction t set hash = sha256(convert_to(ledger_line(t), 'UTF8')) where vendor_id = :v`

  test('detects an altered row whose hash was recomputed', async () => {
    const forge = (change: string) => [
      `update wallet_transaction set ${change} where vendor_id = :v and sequence = 6`,
      `${REHASH} and sequence = 6`,
    ]
    expect(await afterHarm(...forge('amount_minor_unit = 1'))).toMatchObject({ brokenAtSequence: 6 })
    expect(await afterHarm(...forge("description = 'forged'"))).toMatchObject({
      brokenAtSequence: 7,
      problem: 'CHAIN_BROKEN',
    })
    expect(await afterHarm(...forge("created_at = created_at - interval '1 hour'"))).toMatchObject({
      brokenAtSequence: 6,
      problem: 'CHAIN_BROKEN',
    })
  })

  test.each(['balance_minor_unit = balance_minor_unit + 1', 'bonus_balance_minor_unit = 1', "head_hash = '\\x00'"])(
    'detects a wallet with %s',
    async (change) => {
      const verdict = await afterHarm(`update wallet set ${change} where vendor_id = :v`)
      expect(verdict).toMatchObject({ ok: false, brokenAtSequence: 10, problem: 'HEAD_DIFFERS' })
    },
  )

  test('detects a row beyond the head, even when head and rows were cut to agree', async () => {
    const back = `update wallet w set head_sequence = 9, head_hash = t.hash, head_at = t.created_at,
      balance_minor_unit = t.balance_after_minor_unit from wallet_transaction t
      where w.vendor_id = :v and t.vendor_id = :v and t.sequence = 9`
    expect(await afterHarm(back)).toMatchObject({ ok: false, brokenAtSequence: 10, problem: 'HEAD_DIFFERS' })
  })

  test('covers more rows than one batch, while new ones are added', async () => {
    const busy = await newWallet(db)
    const many = () => Array.from({ length: 550 }, () => movement('CREDIT', 1))
    for (let i = 0; i < 2; i++) await move(db, busy, many())
    const [verdict] = await Promise.all([verifyLedger(db, busy), move(db, busy, many())])
    expect(verdict).toMatchObject({ ok: true })
    expect(await verifyLedger(db, busy)).toMatchObject({ ok: true, rows: 1_650 })
  })
})

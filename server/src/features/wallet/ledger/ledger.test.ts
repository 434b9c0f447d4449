import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../tests/support/database/open-database.ts'
import { figuresOf, move, movement, newWallet } from '../../../../tests/support/money/wallets.ts'
import { MINOR_UNITS_MAX } from '../../../domain/money/money.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { capture } from '../capture.ts'
import { moveMoney } from '../move-money.ts'
import { listTransactions } from '../read.ts'
import { verifyLedger } from './verify.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase(4)
})

describe('the ledger is append-only', () => {
  test.each([
    'update wallet_transaction set description = description',
    'delete from wallet_transaction',
    'delete from wallet_transaction where false',
    'truncate wallet_transaction',
    'truncate wallet cascade',
  ])('%s is refused', async (statement) => {
    const vendorId = await newWallet(db)
    await move(db, vendorId, [movement('CREDIT', 5)])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
    expect((await figuresOf(db, vendorId)).rows).toBe(1n)
  })
})

describe('an idempotency key', () => {
  test('can be stored once: the database refuses a second entry with it', async () => {
    const vendorId = await newWallet(db)
    await move(db, vendorId, [movement('CREDIT', 5)])
    const again = sql`insert into wallet_transaction
      select (jsonb_populate_record(t, '{"sequence": 2}')).* from wallet_transaction t where vendor_id = ${vendorId}`
    await expect(again.execute(db)).rejects.toThrow('wallet_transaction_key_unique')
    expect((await figuresOf(db, vendorId)).rows).toBe(1n)
  })

  test('that is already known returns the first outcome and moves nothing', async () => {
    const vendorId = await newWallet(db)
    const credit = movement('CREDIT', 500)
    const [first] = await move(db, vendorId, [credit])
    await move(db, vendorId, [movement('DEBIT', 480)])
    const again = await move(db, vendorId, [{ ...credit, description: 'told in other words' }])
    expect(again).toEqual([{ ...first, outcome: 'KNOWN' }])
    expect((await figuresOf(db, vendorId)).balance).toBe(20n)
  })

  test('of a debit is recognised even when the balance no longer covers it', async () => {
    const vendorId = await newWallet(db)
    const debit = movement('DEBIT', 10)
    await move(db, vendorId, [movement('CREDIT', 10), debit])
    expect(await move(db, vendorId, [debit])).toMatchObject([
      { outcome: 'KNOWN', balanceBeforeMinorUnit: 10n, balanceAfterMinorUnit: 0n },
    ])
  })

  test.each([
    ['amount', { amountMinorUnit: 501n }],
    ['type', { type: 'BONUS' }],
    ['reference', { referenceId: 'pay_2' }],
    ['kind of reference', { referenceType: 'ADMIN' }],
  ] as const)('used for an entry with another %s is an error that fails the whole batch', async (_what, other) => {
    const vendorId = await newWallet(db)
    const credit = movement('CREDIT', 500, { referenceType: 'RECHARGE', referenceId: 'pay_1' })
    await move(db, vendorId, [credit])
    const batch = [movement('CREDIT', 1), { ...credit, ...other }]
    await expect(move(db, vendorId, batch)).rejects.toThrow('names another ledger entry')
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 500n, rows: 1n })
  })

  test('that appears twice in one batch counts once', async () => {
    const vendorId = await newWallet(db)
    const credit = movement('CREDIT', 7)
    expect((await move(db, vendorId, [credit, credit])).map(({ outcome }) => outcome)).toEqual(['APPLIED', 'KNOWN'])
  })

  test("of one vendor means nothing in another vendor's wallet", async () => {
    const [one, other] = [await newWallet(db), await newWallet(db)]
    const credit = movement('CREDIT', 7)
    await move(db, one, [credit])
    expect(await move(db, other, [credit])).toMatchObject([{ outcome: 'APPLIED' }])
  })
})

describe('limits of amounts and balances', () => {
  test.each([2n ** 31n - 1n, 2n ** 31n, 2n ** 32n + 1n, 100_000_000_000n, MINOR_UNITS_MAX - 1n, MINOR_UNITS_MAX])(
    '%d is stored, verified and shown exactly',
    async (amount) => {
      const vendorId = await newWallet(db)
      await move(db, vendorId, [movement('CREDIT', amount)])
      await move(db, vendorId, [movement('DEBIT', amount - 1n)])
      expect((await figuresOf(db, vendorId)).balance).toBe(1n)
      const { transactions } = await listTransactions(db, vendorId, undefined, ALL)
      expect(transactions[1]).toMatchObject({ amountMinorUnit: Number(amount), amountInrPaise: Number(amount) })
      expect(await verifyLedger(db, vendorId)).toMatchObject({ ok: true, rows: 2 })
    },
  )

  test.each([0n, -1n, -(2n ** 53n), MINOR_UNITS_MAX + 1n, 2n ** 63n, 2n ** 64n])(
    '%d is not an amount',
    async (amount) => {
      const vendorId = await newWallet(db)
      for (const type of ['CREDIT', 'DEBIT'] as const)
        await expect(move(db, vendorId, [movement(type, amount)])).rejects.toThrow('an invalid amount')
      expect((await figuresOf(db, vendorId)).rows).toBe(0n)
    },
  )

  test('a balance that does not fit into a JSON number is refused as a whole, with a clear error', async () => {
    const vendorId = await newWallet(db)
    await move(db, vendorId, [movement('CREDIT', MINOR_UNITS_MAX)])
    await expect(move(db, vendorId, [movement('BONUS', 1)])).rejects.toMatchObject({ code: 'BALANCE_TOO_LARGE' })
    await expect(
      move(db, vendorId, [movement('DEBIT', 1), movement('CREDIT', 1), movement('CREDIT', 1)]),
    ).rejects.toMatchObject({ code: 'BALANCE_TOO_LARGE' })
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: MINOR_UNITS_MAX, rows: 1n })
  })

  test('an amount whose value in rupees does not fit into a JSON number is refused', async () => {
    const vendorId = await newWallet(db, { currency: 'KWD' })
    await expect(move(db, vendorId, [movement('CREDIT', MINOR_UNITS_MAX / 2n)])).rejects.toMatchObject({
      code: 'BALANCE_TOO_LARGE',
    })
    await move(db, vendorId, [movement('CREDIT', 100_000_000_000)])
  })

  test('an insufficient balance names the shortfall, and nothing of the batch is applied', async () => {
    const vendorId = await newWallet(db)
    await move(db, vendorId, [movement('CREDIT', 100)])
    const both = [movement('DEBIT', 60), movement('DEBIT', 60)]
    await expect(inTransaction(db, (tx) => moveMoney(tx, vendorId, both, new Date()))).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { members: { requiredMinorUnit: 60, balanceMinorUnit: 40, shortfallMinorUnit: 20 } },
    })
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 100n, rows: 1n })
  })
})

const ALL = { number: 1, limit: 100, offset: 0, after: undefined }

describe('a ledger entry', () => {
  test.each([
    ['INR', 12_345n, 12_345],
    ['USD', 100n, 8_333],
    ['JPY', 1_495n, 83_330],
    ['KWD', 1_000n, 27_099],
  ])('in %s has its value in paise at the rate it names', async (currency, amount, paise) => {
    const vendorId = await newWallet(db, { currency })
    await move(db, vendorId, [movement('CREDIT', amount)])
    const { transactions } = await listTransactions(db, vendorId, undefined, ALL)
    expect(transactions[0]).toMatchObject({ amountMinorUnit: Number(amount), amountInrPaise: paise, currency })
    expect(await verifyLedger(db, vendorId)).toMatchObject({ ok: true })
  })

  test('is never dated before the previous one, even when the clocks of two processes differ', async () => {
    const vendorId = await newWallet(db)
    const noon = new Date('2030-01-01T12:00:00.500Z')
    for (const now of [noon, new Date('2030-01-01T11:00:00Z'), new Date('2030-01-01T12:00:01Z')])
      await move(db, vendorId, [movement('CREDIT', 1)], now)
    const { transactions } = await listTransactions(db, vendorId, undefined, ALL)
    expect(transactions.map(({ createdAt }) => createdAt)).toEqual([
      '2030-01-01T12:00:01.000Z',
      noon.toISOString(),
      noon.toISOString(),
    ])
    expect(await verifyLedger(db, vendorId)).toMatchObject({ ok: true })
  })

  test('has no line break in any field, so that its hash is unambiguous', async () => {
    const vendorId = await newWallet(db)
    for (const more of [{ description: 'a\nb' }, { idempotencyKey: 'a\nb' }, { referenceId: 'a\nb' }])
      await expect(move(db, vendorId, [movement('CREDIT', 1, more)])).rejects.toThrow('one_line')
  })
})

describe('bonus credit', () => {
  test('is spent first, and paid money is returned first', async () => {
    const vendorId = await newWallet(db)
    const debit = movement('DEBIT', 130)
    await move(db, vendorId, [movement('CREDIT', 100), movement('BONUS', 50), debit])
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 20n, bonus: 0n })
    const refunds = [70, 20, 40].map((amount) => movement('REFUND', amount, { refundOf: debit.idempotencyKey }))
    const bonuses = (await move(db, vendorId, refunds)).map(({ bonusMinorUnit }) => bonusMinorUnit)
    expect(bonuses).toEqual([0n, 10n, 40n]) // 80 of the 130 had been paid for
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 150n, bonus: 50n })
    const more = movement('REFUND', 1, { refundOf: debit.idempotencyKey })
    await expect(move(db, vendorId, [more])).rejects.toThrow('above what was taken')
  })
})

describe('a hold', () => {
  const reserve = async (amount: number) => {
    const vendorId = await newWallet(db)
    const hold = newId<'campaign'>()
    await move(db, vendorId, [movement('CREDIT', 100), movement('RESERVED', amount, { hold })])
    const captured = (minor: number) =>
      inTransaction(db, (tx) => capture(tx, vendorId, [{ hold, amountMinorUnit: BigInt(minor) }], new Date()))
    const refund = (minor: number, fromCaptured = false) =>
      move(db, vendorId, [movement('REFUND', minor, { hold, fromCaptured })])
    return { vendorId, captured, refund }
  }

  test('ends exactly once: captured or released', async () => {
    const { vendorId, captured, refund } = await reserve(60)
    await captured(20)
    await refund(30)
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 70n, reserved: 10n })
    await expect(refund(11)).rejects.toThrow('resolved_once')
    await expect(captured(11)).rejects.toThrow('resolved_once')
    await refund(20, true)
    await expect(refund(1, true)).rejects.toThrow('captured_minor_unit')
    await refund(10)
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 100n, reserved: 0n })
    await expect(refund(1)).rejects.toThrow('above what was taken')
  })

  test('accepts only positive captures, of holds that exist', async () => {
    const { captured, vendorId } = await reserve(60)
    for (const wrong of [0, -5]) await expect(captured(wrong)).rejects.toThrow('positive')
    const unknown = [{ hold: newId<'campaign'>(), amountMinorUnit: 1n }]
    await expect(inTransaction(db, (tx) => capture(tx, vendorId, unknown, new Date()))).rejects.toThrow('no hold')
    expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 40n, reserved: 60n })
  })

  test('is referenced by every RESERVED and REFUND entry and by no other type', async () => {
    const vendorId = await newWallet(db)
    await move(db, vendorId, [movement('CREDIT', 100)])
    const hold = newId<'campaign'>()
    for (const wrong of [
      movement('RESERVED', 1),
      movement('REFUND', 1),
      movement('CREDIT', 1, { hold }),
      movement('DEBIT', 1, { hold }),
      movement('CREDIT', 1, { refundOf: 'x' }),
    ])
      await expect(move(db, vendorId, [wrong])).rejects.toThrow('names the hold or the debit')
  })
})

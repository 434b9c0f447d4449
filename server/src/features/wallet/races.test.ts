import { beforeAll, describe, expect, test } from 'vitest'
import { openTestPools } from '../../../tests/support/database/open-database.ts'
import { notificationsFor } from '../../../tests/support/money/balance-walks.ts'
import { assertExactlyTenWin } from '../../../tests/support/money/wallet-races.ts'
import { figuresOf, move, movement, newWallet } from '../../../tests/support/money/wallets.ts'
import { OffsetClock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { charge } from './charge.ts'
import { verifyLedger } from './ledger/verify.ts'

/** One pool for each of two simulated processes. */
let processes: [Db, Db]
let db: Db
beforeAll(async () => {
  processes = await openTestPools(8)
  db = processes[0]
})
const clock = new OffsetClock()
const chargeBy = (by: Db, ...[vendorId, one]: [Parameters<typeof charge>[1], Parameters<typeof charge>[2]]) =>
  charge({ db: by, clock }, vendorId, one)

test.each(['charge', 'move'] as const)('of 64 debits at once against funds for 10 exactly 10 win (%s)', async (way) => {
  for (let round = 0; round < 5; round++) await assertExactlyTenWin(processes, way)
})

test('concurrent operations on one wallet give a serial result', async () => {
  const vendorId = await newWallet(db)
  await move(db, vendorId, [movement('CREDIT', 10_000)])
  const hold = newId<'campaign'>()
  await move(db, vendorId, [movement('RESERVED', 2_000, { hold })])
  const same = movement('CREDIT', 50)
  const acts = Array.from({ length: 40 }, (_, i) => {
    const by = processes[i % 2] as Db
    if (i % 5 === 0) return move(by, vendorId, [movement('REFUND', 20, { hold })])
    if (i % 5 === 1) return move(by, vendorId, [same])
    if (i % 5 === 2) return chargeBy(by, vendorId, movement('DEBIT', 30))
    return move(by, vendorId, [movement('BONUS', 10), movement('DEBIT', 10)])
  })
  await Promise.all(acts)
  expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 8_000n + 8n * 20n + 50n - 8n * 30n, reserved: 1_840n })
  expect(await verifyLedger(db, vendorId)).toMatchObject({ ok: true })
})

test('one key sent from many places at once is posted once', async () => {
  const vendorId = await newWallet(db)
  const credit = movement('CREDIT', 500)
  const ends = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      i % 3 === 0
        ? move(processes[i % 2] as Db, vendorId, [credit]).then(([one]) => one)
        : chargeBy(processes[i % 2] as Db, vendorId, credit),
    ),
  )
  expect(ends.filter((end) => end?.outcome === 'APPLIED')).toHaveLength(1)
  expect(new Set(ends.map((end) => end?.sequence))).toEqual(new Set([1n]))
  expect(await figuresOf(db, vendorId)).toMatchObject({ balance: 500n, rows: 1n })
})

describe('charges that wait for each other', () => {
  test('are committed together, in the order of arrival', async () => {
    const vendorId = await newWallet(db)
    const ends = await Promise.all(
      Array.from({ length: 30 }, (_, i) => chargeBy(db, vendorId, movement('CREDIT', i + 1))),
    )
    expect(ends.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, i) => BigInt(i + 1)))
    const instants = await db
      .selectFrom('wallet_transaction')
      .select(({ fn }) => fn.count<bigint>('created_at').distinct().as('commits'))
      .where('vendor_id', '=', vendorId)
      .executeTakeFirstOrThrow()
    expect(instants.commits).toBeLessThanOrEqual(2n) // the first alone, then all that were waiting
  })

  test('do not fail because of a bad one among them', async () => {
    const vendorId = await newWallet(db)
    const credit = movement('CREDIT', 100)
    await move(db, vendorId, [credit])
    const bad = { ...credit, amountMinorUnit: 101n }
    const ends = await Promise.allSettled(
      [movement('DEBIT', 1), movement('DEBIT', 2), bad, movement('DEBIT', 4), movement('DEBIT', 1_000), bad].map(
        (one) => chargeBy(db, vendorId, one),
      ),
    )
    expect(ends.map(({ status }) => status[0])).toEqual(['f', 'f', 'r', 'f', 'r', 'r'])
    expect((await figuresOf(db, vendorId)).balance).toBe(93n)
  })

  test('are not delayed when the queue has been empty in between', async () => {
    const vendorId = await newWallet(db)
    for (let i = 0; i < 20; i++) {
      const first = chargeBy(db, vendorId, movement('CREDIT', 1))
      const second = first.then(() => chargeBy(db, vendorId, movement('CREDIT', 1)))
      await Promise.all([first, second, chargeBy(db, vendorId, movement('CREDIT', 1))])
    }
    expect((await figuresOf(db, vendorId)).balance).toBe(60n)
  })

  test('announce a balance that falls below the threshold once', async () => {
    const vendorId = await newWallet(db, { threshold: 200 })
    await move(db, vendorId, [movement('CREDIT', 300)])
    await Promise.all(
      Array.from({ length: 15 }, (_, i) => chargeBy(processes[i % 2] as Db, vendorId, movement('DEBIT', 10))),
    )
    expect(await notificationsFor(db, vendorId)).toHaveLength(1)
    expect((await figuresOf(db, vendorId)).balance).toBe(150n)
  })
})

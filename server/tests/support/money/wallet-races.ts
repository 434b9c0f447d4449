import { expect } from 'vitest'
import { charge } from '../../../src/features/wallet/charge.ts'
import { verifyLedger } from '../../../src/features/wallet/ledger/verify.ts'
import { moveMoney } from '../../../src/features/wallet/move-money.ts'
import { OffsetClock } from '../../../src/platform/clock/clock.ts'
import { type Db, inTransaction } from '../../../src/platform/db/db.ts'
import { figuresOf, move, movement, newWallet } from './wallets.ts'

const clock = new OffsetClock()

/** 64 debits on all processes compete for money that covers 10. */
export async function assertExactlyTenWin(processes: readonly Db[], way: 'charge' | 'move') {
  const db = processes[0] as Db
  const vendorId = await newWallet(db)
  await move(db, vendorId, [movement('CREDIT', 1_000), movement('BONUS', 75)])
  const take = (by: Db) =>
    way === 'charge'
      ? charge({ db: by, clock }, vendorId, movement('DEBIT', 100))
      : inTransaction(by, (tx) => moveMoney(tx, vendorId, [movement('DEBIT', 100)], clock.now()))
  const ends = await Promise.allSettled(
    Array.from({ length: 64 }, (_, i) => take(processes[i % processes.length] as Db)),
  )
  const lost = ends.filter((end) => end.status === 'rejected')
  for (const { reason } of lost)
    expect(reason).toMatchObject({ code: 'INSUFFICIENT_BALANCE', details: { members: { shortfallMinorUnit: 25 } } })
  expect(ends.length - lost.length).toBe(10)
  expect(await figuresOf(db, vendorId)).toEqual({ balance: 75n, bonus: 0n, reserved: 0n, rows: 12n })
  expect(await verifyLedger(db, vendorId)).toMatchObject({ ok: true, rows: 12 })
}

import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { LedgerEntry } from '../../../src/features/wallet/move-money.ts'
import type { Db } from '../../../src/platform/db/db.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { move, movement, newWallet } from './wallets.ts'

export const THRESHOLD = 200

/** The ledger entries for which a low-balance notice was created. */
export async function notificationsFor(db: Db, vendorId: VendorId): Promise<number[]> {
  const rows = await db.selectFrom('outbox_event').select('payload').where('vendor_id', '=', vendorId).execute()
  return rows.map(({ payload }) => (payload as { sequence: number }).sequence).sort((a, b) => a - b)
}

/** Moves balances up and down. Each fall below the threshold must create exactly one notice. Returns their number. */
export async function walkBalances(db: Db, walks: number, seed: number): Promise<number> {
  const { below, chance } = seededRandom(seed)
  let mailsExpected = 0
  for (let walk = 0; walk < walks; walk++) {
    const vendorId = await newWallet(db, { threshold: THRESHOLD })
    let [balance, rows] = [0, 0]
    const expected: number[] = []
    for (let step = 0; step < 6; step++) {
      const before = balance
      const batch: LedgerEntry[] = []
      let fellAt = 0
      for (let i = 1 + below(3); i > 0; i--) {
        const [adds, amount] = [chance(0.45), 1 + below(300)]
        batch.push(movement(adds ? 'CREDIT' : 'DEBIT', amount))
        if (!adds && amount > balance) continue // the balance does not cover it
        rows++
        if (balance >= THRESHOLD && !adds && balance - amount < THRESHOLD) fellAt = rows
        balance += adds ? amount : -amount
      }
      if (before >= THRESHOLD && balance < THRESHOLD) expected.push(fellAt)
      await move(db, vendorId, batch)
    }
    mailsExpected += expected.length
    expect(await notificationsFor(db, vendorId), `seed ${seed}, walk ${walk}`).toEqual(expected)
  }
  return mailsExpected
}

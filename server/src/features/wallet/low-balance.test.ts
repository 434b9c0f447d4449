import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database/open-database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { notificationsFor, THRESHOLD, walkBalances } from '../../../tests/support/money/balance-walks.ts'
import { move, movement, newWallet } from '../../../tests/support/money/wallets.ts'
import { newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { LedgerEntry } from './move-money.ts'

describe('entries of the ledger', () => {
  let db: Db
  beforeAll(async () => {
    db = await openTestDatabase()
  })

  test('100 random sequences of balances give one notice for each fall below the threshold', async () => {
    expect(await walkBalances(db, 100, 20_260_815)).toBeGreaterThan(30)
  })

  test('a repeated key gives no second notice, and neither does a balance that recovers within the batch', async () => {
    const vendorId = await newWallet(db, { threshold: THRESHOLD })
    const debit = movement('DEBIT', 150)
    await move(db, vendorId, [movement('CREDIT', 300), debit, movement('CREDIT', 100)])
    expect(await notificationsFor(db, vendorId)).toEqual([])
    await move(db, vendorId, [movement('DEBIT', 51)])
    await move(db, vendorId, [debit])
    expect(await notificationsFor(db, vendorId)).toEqual([4])
  })

  test('a balance equal to the threshold is not below it', async () => {
    const vendorId = await newWallet(db, { threshold: THRESHOLD })
    await move(db, vendorId, [movement('CREDIT', THRESHOLD + 1)])
    await move(db, vendorId, [movement('DEBIT', 1)])
    expect(await notificationsFor(db, vendorId)).toEqual([])
    await move(db, vendorId, [movement('DEBIT', 1)])
    expect(await notificationsFor(db, vendorId)).toEqual([3])
  })
})

describe('the notice to the vendor', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startProduct()
  })

  test('a low balance is announced once by mail and once in the portal, and again after the balance had recovered', async () => {
    const { token, email, vendorId: id } = await newVendor(product)
    const vendorId = id as VendorId
    const take = (...movements: LedgerEntry[]) => move(product.deps.db, vendorId, movements, product.deps.clock.now())
    const mailsSent = () =>
      product.mailbox.to(email).filter(({ subject }) => /balance is low/i.test(subject ?? '')).length
    const shown = async () =>
      (await product.get('/notifications', { token })).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'LOW_BALANCE',
      ).length
    for (const round of [1, 2]) {
      await take(movement('CREDIT', 50_000))
      for (let i = 0; i < 4; i++) await take(movement('DEBIT', 12_000))
      await eventually(async () => expect([mailsSent(), await shown()]).toEqual([round, round]), 15_000)
    }
    await eventually(async () => {
      const waiting = await product.deps.db
        .selectFrom('outbox_event')
        .select('id')
        .where('vendor_id', '=', vendorId)
        .execute()
      expect(waiting).toEqual([])
    }, 15_000)
    expect([mailsSent(), await shown()]).toEqual([2, 2])
  })
})

import fc from 'fast-check'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { capture } from '../../../src/features/wallet/capture.ts'
import { verifyLedger } from '../../../src/features/wallet/ledger/verify.ts'
import { type Db, inTransaction } from '../../../src/platform/db/db.ts'
import { type Act, emptyModel, history, type Model, modelProblems, perform } from './ledger-model.ts'
import { figuresOf, move, newWallet } from './wallets.ts'

/** Runs the same histories in PostgreSQL and in the model and compares them after every act. */
export const assertHistories = (db: Db, histories: number, acts: number) =>
  fc.assert(
    fc.asyncProperty(history(acts), async (story) => {
      const vendorId = await newWallet(db)
      let model = emptyModel()
      for (const act of story) model = await actBoth(db, vendorId, model, act)
      expect(await holdsOf(db, vendorId)).toEqual(new Map([...model.holds].sort()))
      expect(await verifyLedger(db, vendorId)).toMatchObject({ ok: true, rows: Number(model.rows) })
    }),
    { numRuns: histories, endOnFailure: false },
  )

async function actBoth(db: Db, vendorId: VendorId, before: Model, act: Act): Promise<Model> {
  const expected = perform(before, act)
  const real = await really(db, vendorId, act).catch(() => undefined)
  expect(real).toEqual(expected?.outcomes)
  const after = expected?.after ?? before
  const { balance, bonus, reserved, rows } = after
  expect(await figuresOf(db, vendorId)).toEqual({ balance, bonus, reserved, rows })
  return after
}

async function really(db: Db, vendorId: VendorId, act: Act) {
  if (act.kind === 'move') return (await move(db, vendorId, act.movements)).map(({ outcome }) => outcome)
  await inTransaction(db, (tx) => capture(tx, vendorId, act.captures, new Date()))
  return []
}

async function holdsOf(db: Db, vendorId: VendorId) {
  const rows = await db.selectFrom('wallet_hold').selectAll().where('vendor_id', '=', vendorId).orderBy('id').execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        amount: row.amount_minor_unit,
        bonus: row.bonus_minor_unit,
        captured: row.captured_minor_unit,
        returned: row.returned_minor_unit,
        returnedBonus: row.returned_bonus_minor_unit,
      },
    ]),
  )
}

/** Checks that the rules of the model do not contradict each other. */
export const assertModelHistories = (histories: number, acts: number) =>
  fc.assert(
    fc.property(history(acts), (story) => {
      let model = emptyModel()
      for (const act of story) {
        model = perform(model, act)?.after ?? model
        expect(modelProblems(model)).toEqual([])
      }
    }),
    { numRuns: histories },
  )

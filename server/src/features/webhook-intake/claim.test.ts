import { expect, test } from 'vitest'
import { openTestPools } from '../../../tests/support/database/open-database.ts'
import { forceNestedLoops } from '../../../tests/support/database/plans.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { claimDue, insertEvents } from './cross-vendor.sql.ts'

test('no more events are claimed than asked for, whatever plan is chosen', async () => {
  const [db] = await openTestPools(2)
  const now = new Date()
  const events = Array.from({ length: 5 }, (_, n) => ({
    id: newId<'webhook'>(),
    source: 'GATEWAY' as const,
    isBulk: false,
    key: Buffer.from(`key ${n}`),
    bodyCipher: Buffer.from('body'),
  }))
  await insertEvents(db, events, now)
  const claimed = await inTransaction(db, async (tx) => {
    await forceNestedLoops(tx)
    return claimDue(tx, { sources: ['GATEWAY'], isBulk: false, limit: 2 }, now, 30)
  })
  expect(claimed.map(({ id }) => id).sort()).toEqual(
    events
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  )
})

import { expect } from 'vitest'
import { checkAll } from '../../../src/features/invariants/check.ts'
import { openDatabase } from '../../../src/platform/db/db.ts'
import { countMissing, countMissingMessages } from './row-counts.ts'

/** Checks the database invariants after a test file, over its own connection, because the product may have stopped. */
export async function assertInvariants(databaseUrl: string) {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => {} })
  try {
    expect(await checkAll(db), 'invariants.sql').toEqual([])
    expect(await countMissing(db), 'row_count').toEqual([])
    expect(await countMissingMessages(db), 'message_count').toEqual([])
  } finally {
    await close()
  }
}

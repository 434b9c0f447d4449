import { expect } from 'vitest'
import { checkAll } from '../../../src/features/invariants/check.ts'
import { openDatabase } from '../../../src/platform/db/db.ts'

/** Whatever a test did, what must hold in the database holds. By a connection of its own: the product may be gone. */
export async function assertInvariants(databaseUrl: string) {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => {} })
  try {
    expect(await checkAll(db), 'invariants.sql').toEqual([])
  } finally {
    await close()
  }
}

import { type Db, openDatabase } from '../../../src/platform/db/db.ts'
import { atEnd } from '../cleanup.ts'
import { createTestDatabase } from './database.ts'
import { assertInvariants } from './invariants.ts'

/** A migrated database of the test file's own without a product around it; what must hold in it holds at the end. */
export const openTestDatabase = async (poolSize = 1): Promise<Db> => openPool(await createCheckedDatabase(), poolSize)

/** Two pools on one database, as two processes have them. */
export async function openTestPools(poolSize: number): Promise<[Db, Db]> {
  const url = await createCheckedDatabase()
  return [openPool(url, poolSize), openPool(url, poolSize)]
}

async function createCheckedDatabase() {
  const url = await createTestDatabase()
  atEnd(() => assertInvariants(url))
  return url
}

/** Many small commits: that they outlive a crash is shown elsewhere, so here they need not wait for the disk. */
export function openPool(url: string, poolSize: number): Db {
  const { db, close } = openDatabase({ url: `${url}?options=-csynchronous_commit%3Doff`, poolSize, onError: () => {} })
  atEnd(close)
  return db
}

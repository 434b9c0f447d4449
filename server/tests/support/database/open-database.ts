import { type Db, openDatabase } from '../../../src/platform/db/db.ts'
import { atEnd } from '../cleanup.ts'
import { createTestDatabase } from './database.ts'
import { assertInvariants } from './invariants.ts'

/** A migrated database for this test file, without a product. Its invariants are checked at the end. */
export const openTestDatabase = async (poolSize = 1): Promise<Db> => openPool(await createCheckedDatabase(), poolSize)

/** Two pools on one database, like those of two processes. */
export async function openTestPools(poolSize: number): Promise<[Db, Db]> {
  const url = await createCheckedDatabase()
  return [openPool(url, poolSize), openPool(url, poolSize)]
}

async function createCheckedDatabase() {
  const url = await createTestDatabase()
  atEnd(() => assertInvariants(url))
  return url
}

/** Commits need not wait for the disk here; other tests show that they survive a crash. */
export function openPool(url: string, poolSize: number): Db {
  const { db, close } = openDatabase({ url: `${url}?options=-csynchronous_commit%3Doff`, poolSize, onError: () => {} })
  atEnd(close)
  return db
}

import { type Db, openDatabase } from '../../src/platform/db/db.ts'
import { atEnd } from './at-end.ts'
import { createTestDatabase } from './database.ts'
import { assertInvariants } from './invariants.ts'

/** A migrated database of the test file's own without a product around it; what must hold in it holds at the end. */
export async function openTestDatabase(poolSize = 1): Promise<Db> {
  const url = await createTestDatabase()
  atEnd(() => assertInvariants(url))
  return openAgain(url, poolSize)
}

/** Another pool on the same database, as another process has it. */
export function openAgain(url: string, poolSize = 1): Db {
  const { db, close } = openDatabase({ url, poolSize, onError: () => {} })
  atEnd(close)
  return db
}

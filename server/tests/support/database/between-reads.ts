import type { Db } from '../../../src/platform/db/db.ts'

/**
 * The same database, where `change` happens after each statement that reads, as if somebody else were that quick. It is
 * given the number of the statement, from 1.
 */
export function changedBetweenReads(db: Db, change: (read: number) => Promise<void>): Db {
  let reads = 0
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await change(++reads)
      return result
    },
  })
}

import type { Db } from '../../../src/platform/db/db.ts'

/**
 * The same database, but `change` runs after each statement that reads, like a very fast concurrent change. It receives
 * the number of the statement, from 1.
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

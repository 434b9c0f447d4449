import type { RootOperationNode } from 'kysely'
import type { Db } from '../../../src/platform/db/db.ts'

/**
 * The same database, but `change` runs after each statement that reads, like a very fast concurrent change. It receives
 * the number of the statement, from 1.
 */
export function changedBetweenReads(db: Db, change: (read: number) => Promise<void>): Db {
  let reads = 0
  const locks = new WeakSet<object>()
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      if (isLock(node)) locks.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!locks.has(queryId)) await change(++reads)
      return result
    },
  })
}

/** It reads nothing, and comes before the snapshot of its transaction. */
const isLock = (node: RootOperationNode) =>
  node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('lock table') === true

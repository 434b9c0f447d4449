import type { VendorId } from '../../domain/ids.ts'
import type { Db } from './db.ts'

interface Waiting<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

interface Work<Deps, Input, Output> {
  /** How many of the waiting inputs go into the next batch; at least one always does. */
  take(waiting: readonly Input[]): number
  /** A result for each input, in order. If it throws, all of them reject. */
  work(deps: Deps, vendorId: VendorId, batch: readonly Input[]): Promise<PromiseSettledResult<Output>[]>
}

/**
 * Batches concurrent work of one vendor into shared transactions. Only one transaction can hold the wallet's lock, and the
 * others would occupy connections while waiting for it; they wait here instead, and are then done in one batch.
 */
export function groupCommit<Deps extends { db: Db }, Input, Output>({ take, work }: Work<Deps, Input, Output>) {
  /** The waiting inputs per database and vendor. An entry exists while a batch of its vendor is running. */
  const queues = new WeakMap<Db, Map<VendorId, Waiting<Input, Output>[]>>()

  function queuesOf(db: Db) {
    const known = queues.get(db)
    if (known) return known
    const created = new Map<VendorId, Waiting<Input, Output>[]>()
    queues.set(db, created)
    return created
  }

  async function workOff(deps: Deps, vendorId: VendorId, waiting: Waiting<Input, Output>[]) {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, Math.max(1, take(waiting.map(({ input }) => input))))
      try {
        const outcomes = await work(
          deps,
          vendorId,
          batch.map(({ input }) => input),
        )
        for (const [i, outcome] of outcomes.entries())
          if (outcome.status === 'fulfilled') batch[i]?.resolve(outcome.value)
          else batch[i]?.reject(outcome.reason)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    // In the same tick as the check above, so no input can have been added in between.
    queuesOf(deps.db).delete(vendorId)
  }

  return (deps: Deps, vendorId: VendorId, input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      const atWork = queuesOf(deps.db).get(vendorId)
      if (atWork) return void atWork.push({ input, resolve, reject })
      const waiting = [{ input, resolve, reject }]
      queuesOf(deps.db).set(vendorId, waiting)
      void workOff(deps, vendorId, waiting)
    })
}

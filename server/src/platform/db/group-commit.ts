import type { VendorId } from '../../domain/ids.ts'
import type { Db } from './db.ts'

interface Waiting<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

interface Work<Deps, Input, Output> {
  /** How many of those that wait go into the next batch; one goes always. */
  take(waiting: readonly Input[]): number
  /** An outcome for each, in their order. What it throws is the outcome of all. */
  work(deps: Deps, vendorId: VendorId, batch: readonly Input[]): Promise<PromiseSettledResult<Output>[]>
}

/**
 * Work for one vendor that comes from many at once. Only one transaction could hold the wallet while the others took up
 * connections to wait for it; so they wait here, and what came in meanwhile is done together.
 */
export function groupCommit<Deps extends { db: Db }, Input, Output>({ take, work }: Work<Deps, Input, Output>) {
  /** What waits for each vendor of a database. An entry exists for as long as its vendor is at work. */
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
    // In the same turn as the look at what waits: nobody can have come in between.
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

import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { assertSufficient, type Moved, type Movement, moveMoneyAlone } from './move.ts'

interface Waiting {
  movement: Movement
  resolve(moved: Moved): void
  reject(error: unknown): void
}

type ChargeDeps = Pick<Deps, 'db' | 'clock'>

const BATCH_MAX = 200

/** What waits for each wallet of a database. An entry exists for as long as its wallet is at work. */
const queues = new WeakMap<Db, Map<VendorId, Waiting[]>>()

/**
 * One movement in a transaction of its own. Of many at once on one wallet only one could hold the lock while the others
 * took up connections to wait for it; so they wait here, and all that came in meanwhile are committed together.
 */
export function charge(deps: ChargeDeps, vendorId: VendorId, movement: Movement): Promise<Moved> {
  return new Promise((resolve, reject) => {
    const atWork = queuesOf(deps.db).get(vendorId)
    if (atWork) return void atWork.push({ movement, resolve, reject })
    const waiting = [{ movement, resolve, reject }]
    queuesOf(deps.db).set(vendorId, waiting)
    void workOff(deps, vendorId, waiting)
  })
}

function queuesOf(db: Db) {
  const known = queues.get(db)
  if (known) return known
  const created = new Map<VendorId, Waiting[]>()
  queues.set(db, created)
  return created
}

async function workOff(deps: ChargeDeps, vendorId: VendorId, waiting: Waiting[]) {
  while (waiting.length > 0) {
    const batch = waiting.splice(0, BATCH_MAX)
    try {
      await commit(deps, vendorId, batch)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      // One bad movement must not fail the others. If the commit did happen after all, their keys are known by now.
      else for (const one of batch) await commit(deps, vendorId, [one]).catch(one.reject)
    }
  }
  // In the same turn as the look at what waits: nobody can have come in between.
  queuesOf(deps.db).delete(vendorId)
}

async function commit(deps: ChargeDeps, vendorId: VendorId, batch: readonly Waiting[]) {
  const movements = batch.map(({ movement }) => movement)
  const now = deps.clock.now()
  const moved = await moveMoneyAlone(deps.db, vendorId, movements, now)
  for (const [i, one] of moved.entries()) settle(batch[i] as Waiting, one)
}

function settle({ resolve, reject }: Waiting, moved: Moved) {
  try {
    assertSufficient(moved)
    resolve(moved)
  } catch (error) {
    reject(error)
  }
}

import type { VendorId } from '../../domain/ids.ts'
import { groupCommit } from '../../platform/db/group-commit.ts'
import type { Deps } from '../../platform/deps.ts'
import { assertSufficient, type LedgerEntry, type Moved, moveMoneyInOneStatement } from './move.ts'

type ChargeDeps = Pick<Deps, 'db' | 'clock'>

const BATCH_MAX = 200

/** One movement in a transaction of its own, or with others on the same wallet that wait at the same moment. */
export const charge = groupCommit({ take: () => BATCH_MAX, work: moveTogether })

async function moveTogether(
  deps: ChargeDeps,
  vendorId: VendorId,
  movements: readonly LedgerEntry[],
): Promise<PromiseSettledResult<Moved>[]> {
  const [all] = await Promise.allSettled([moveMoneyInOneStatement(deps.db, vendorId, movements, deps.clock.now())])
  if (all.status === 'fulfilled') return Promise.allSettled(all.value.map(sufficient))
  if (movements.length === 1) return [all]
  // One bad movement must not fail the others. If the commit did happen after all, their keys are known by now.
  const outcomes: PromiseSettledResult<Moved>[] = []
  for (const movement of movements) outcomes.push(...(await moveTogether(deps, vendorId, [movement])))
  return outcomes
}

async function sufficient(moved: Moved): Promise<Moved> {
  assertSufficient(moved)
  return moved
}

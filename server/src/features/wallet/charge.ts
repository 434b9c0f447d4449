import type { VendorId } from '../../domain/ids.ts'
import { groupCommit } from '../../platform/db/group-commit.ts'
import type { Deps } from '../../platform/deps.ts'
import { assertSufficient, type EntryResult, type LedgerEntry, moveMoneyInOneStatement } from './move-money.ts'

type ChargeDeps = Pick<Deps, 'db' | 'clock'>

const BATCH_MAX = 200

/**
 * Posts one entry in a transaction of its own, grouped with other entries for the same wallet that are waiting at that
 * moment.
 */
export const charge = groupCommit({ take: () => BATCH_MAX, work: chargeBatch })

async function chargeBatch(
  deps: ChargeDeps,
  vendorId: VendorId,
  entries: readonly LedgerEntry[],
): Promise<PromiseSettledResult<EntryResult>[]> {
  const [all] = await Promise.allSettled([moveMoneyInOneStatement(deps.db, vendorId, entries, deps.clock.now())])
  if (all.status === 'fulfilled') return Promise.allSettled(all.value.map(requireSufficient))
  if (entries.length === 1) return [all]
  // One bad entry must not fail the others. If the commit succeeded after all, their keys are already known.
  const outcomes: PromiseSettledResult<EntryResult>[] = []
  for (const entry of entries) outcomes.push(...(await chargeBatch(deps, vendorId, [entry])))
  return outcomes
}

async function requireSufficient(result: EntryResult): Promise<EntryResult> {
  assertSufficient(result)
  return result
}

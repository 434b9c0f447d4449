import { isAnyExpanding } from '../features/campaigns/launch/expand.ts'
import { processesWithOtherIndexKeys } from '../features/monitoring/processes.ts'
import { fingerprintOf } from '../platform/crypto/blind-index-version.ts'
import type { Db } from '../platform/db/db.ts'
import { RotationRunning, rotateBlindIndex } from '../platform/db/rotation/rotate-blind-index.ts'
import type { Deps } from '../platform/deps.ts'
import { UsageError } from './command.ts'

type RotateDeps = Pick<Deps, 'db' | 'config' | 'blindIndex'>

/**
 * Moves the hashes to each key of BLIND_INDEX_KEY that is not in use yet. Returns how many keys that were. `onStep` is
 * called between any two steps, with a sentence when there is something to tell.
 */
export async function rotateToLastKey(deps: RotateDeps, onStep: (told?: string) => void): Promise<number> {
  const { db, config, blindIndex } = deps
  const others = await processesWithOtherIndexKeys(db, config)
  if (others.length > 0)
    throw new UsageError(
      `These processes have other keys: ${others.join(', ')}. Set the same BLIND_INDEX_KEY everywhere and restart them first.`,
    )
  const first = blindIndex.version()
  for (let version = first + 1; version <= blindIndex.keys.length; version++) {
    const key = blindIndex.keys[version - 1] as Buffer
    const rotation = { version, key, fingerprint: fingerprintOf(key), reasonToWait, onStep }
    await rotateBlindIndex(db, rotation).catch((error: unknown) => {
      throw error instanceof RotationRunning ? new UsageError(error.message) : error
    })
    await blindIndex.refresh(db)
  }
  return blindIndex.keys.length - first

  async function reasonToWait(tx: Db) {
    // Recipients are added in the order of their hashes, so a campaign must begin and end with the same key.
    if (await isAnyExpanding(tx)) return 'Waiting for running campaigns to finish creating messages'
    const late = await processesWithOtherIndexKeys(tx, config)
    return late.length > 0 ? `Waiting for processes with other keys: ${late.join(', ')}` : undefined
  }
}

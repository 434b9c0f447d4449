import { DAY_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { readMedia } from '../media/use.ts'
import * as sql from './provider/sql.ts'

/** The provider keeps a file for thirty days; one day is the safety margin. */
const KEPT_DAYS = 29

type MediaDeps = Pick<Deps, 'db' | 'files' | 'keyring' | 'provider'>

/**
 * The provider's id of a header file, which is uploaded once and then reused. Concurrent callers may both upload it;
 * either id works. Undefined when the file no longer exists.
 */
export async function providerMediaId(
  deps: MediaDeps,
  vendorId: VendorId,
  mediaId: string,
  now: Date,
): Promise<string | undefined> {
  const known = await sql.findProviderMedia(deps.db, vendorId, mediaId, now)
  if (known !== undefined) return known
  const file = await readMedia(deps, vendorId, mediaId)
  if (!file) return undefined
  const { mediaId: providerMediaId } = await deps.provider.uploadMedia(file)
  const expiresAt = new Date(now.getTime() + KEPT_DAYS * DAY_MS)
  await inTransaction(deps.db, (tx) => sql.saveProviderMedia(tx, vendorId, { mediaId, providerMediaId, expiresAt }))
  return providerMediaId
}

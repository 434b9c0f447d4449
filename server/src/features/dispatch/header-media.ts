import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { readMedia } from '../media/use.ts'
import * as sql from './provider/sql.ts'

/** The provider keeps a file for thirty days; the last one is left out, for whoever is slow. */
const KEPT_DAYS = 29
const DAY_MS = 86_400_000

type MediaDeps = Pick<Deps, 'db' | 'files' | 'keyring' | 'provider'>

/**
 * The provider's id of a file for message headers, uploaded once and not once a message. Two that need it at the same
 * moment both upload it, and either id is good. Undefined: the vendor does not have it any more.
 */
export async function headerMedia(
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

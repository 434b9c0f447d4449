import type { Profile } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import { codecFor } from '../codec.ts'
import * as sql from './recipients.sql.ts'

export interface Recipient {
  mobileHash: Buffer
  profile: Profile
  isOptedOut: boolean
}

/** Current contact data by id; deleted contacts are not included. */
export async function findRecipients(
  deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  ids: readonly string[],
): Promise<Map<string, Recipient>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.findRecipients(deps.db, vendorId, ids)
  const codec = await codecFor(deps, deps.db, vendorId)
  return new Map(
    rows.map(({ id, mobileHash, profileCipher, isOptedOut }) => [
      id,
      { mobileHash, profile: codec.open(profileCipher), isOptedOut },
    ]),
  )
}

import type { Profile } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { codecFor } from '../codec.ts'
import { presentContact } from '../present.ts'
import * as sql from '../sql.ts'
import type { ContactView } from '../views.ts'

/** Profiles by contact id; deleted contacts are not included. */
export async function findProfiles(
  db: Db,
  deps: Pick<Deps, 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  ids: readonly string[],
): Promise<Map<string, Profile>> {
  if (ids.length === 0) return new Map()
  const codec = await codecFor(deps, db, vendorId)
  const rows = await sql.findProfiles(db, vendorId, ids)
  return new Map(rows.map(({ id, profileCipher }) => [id, codec.open(profileCipher)]))
}

/** Only their numbers, in digits. */
export async function findMobiles(...of: Parameters<typeof findProfiles>): Promise<Map<string, string>> {
  const profiles = await findProfiles(...of)
  return new Map([...profiles].map(([id, { mobile }]) => [id, mobile]))
}

/** Contact views by id; deleted contacts are not included. */
export async function findContactsById(
  db: Db,
  deps: Pick<Deps, 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  ids: readonly string[],
): Promise<Map<string, ContactView>> {
  if (ids.length === 0) return new Map()
  const codec = await codecFor(deps, db, vendorId)
  const rows = await sql.findContacts(db, vendorId, ids)
  return new Map(rows.map((row) => [row.id, presentContact(codec, row)]))
}

import type { VendorId } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import { findProfiles } from '../../contacts/audience/profiles.ts'

/** Adds the name and number of the recipient to each message. */
export async function withContacts<Message extends { contactId: string | null }>(
  deps: Pick<Deps, 'db' | 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  messages: readonly Message[],
) {
  const ids = messages.flatMap(({ contactId }) => contactId ?? [])
  const profiles = await findProfiles(deps.db, deps, vendorId, ids)
  return messages.map((message) => {
    const profile = profiles.get(message.contactId ?? '')
    return { ...message, contact: profile ? { name: profile.name, e164: `+${profile.mobile}` } : null }
  })
}

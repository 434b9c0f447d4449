import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { readMobile, toIncomingContact } from './bulk/incoming.ts'
import type { IncomingContact } from './bulk/upsert-contacts.sql.ts'
import { upsertContacts } from './bulk/upsert-contacts.ts'
import { codecFor } from './codec.ts'
import { presentSavedContact } from './present.ts'
import type { ContactBody } from './schema.ts'
import * as sql from './sql.ts'

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/**
 * Creates a contact by hand. If the number exists already nothing changes, and the error names the existing contact.
 */
export async function createContact(deps: ContactDeps, who: VendorPrincipal, input: ContactBody) {
  const identity = readMobile(input.mobile)
  return inTransaction(deps.db, async (tx) => {
    const codec = await codecFor(deps, tx, who.vendorId)
    const incoming = toIncomingContact(codec, { ...input, ...identity })
    return presentSavedContact(codec, await createWithin(tx, who, incoming, deps.clock.now()))
  })
}

async function createWithin(tx: Tx, who: VendorPrincipal, contact: IncomingContact, now: Date) {
  const { existing } = await upsertContacts(tx, who.vendorId, {
    incoming: [contact],
    decide: async () => [],
    strategy: 'SKIP_DUPLICATES',
    source: 'MANUAL',
    actorId: who.accountId ?? null,
    jobId: null,
    now,
  })
  const [conflicting] = existing
  if (conflicting) throw new AppError('CONTACT_EXISTS', { members: { existingContactId: conflicting.contactId } })
  return (await sql.findContact(tx, who.vendorId, contact.id)) ?? Promise.reject(notFound())
}

import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Vendor } from '../../platform/http/principal.ts'
import { readMobile, sealIncoming } from './bulk/incoming.ts'
import type { IncomingContact } from './bulk/upsert-contacts.sql.ts'
import { upsertContacts } from './bulk/upsert-contacts.ts'
import { codecFor } from './codec.ts'
import { presentWritten } from './present.ts'
import type { ContactBody } from './schema.ts'
import * as sql from './sql.ts'

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

/** A contact written by hand. A number that is there already is not touched: the caller is told whose it is. */
export async function createContact(deps: ContactDeps, who: Vendor, input: ContactBody) {
  const identity = readMobile(input.mobile)
  const codec = await codecFor(deps, deps.db, who.vendorId)
  const incoming = sealIncoming(codec, { ...input, ...identity })
  const row = await inTransaction(deps.db, (tx) => createWithin(tx, who, incoming, deps.clock.now()))
  return presentWritten(codec, row)
}

async function createWithin(tx: Tx, who: Vendor, contact: IncomingContact, now: Date) {
  const { existing } = await upsertContacts(tx, who.vendorId, {
    incoming: [contact],
    decide: async () => [],
    strategy: 'SKIP_DUPLICATES',
    source: 'MANUAL',
    actorId: who.accountId ?? null,
    jobId: null,
    now,
  })
  const [taken] = existing
  if (taken) throw new AppError('CONTACT_EXISTS', { members: { existingContactId: taken.contactId } })
  return (await sql.findContact(tx, who.vendorId, contact.id)) ?? Promise.reject(notFound())
}

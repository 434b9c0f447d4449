import { readInternational } from '../../../domain/contacts/phone/read-number.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { CONTACT_NAME_CHARS_MAX } from '../../../domain/limits.ts'
import { spellingsOf } from '../../../domain/messaging/number-spellings.ts'
import { cleanText } from '../../../domain/text/clean-text.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { identityOf, toIncomingContact } from '../bulk/incoming.ts'
import { upsertContacts } from '../bulk/upsert-contacts.ts'
import { codecFor } from '../codec.ts'
import * as sql from '../sql.ts'

/** The contact of an inbound sender, created if the number is new. Undefined: the number is not valid. */
export async function findOrCreateSender(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  { mobile, name }: { mobile: string; name: string },
  now: Date,
): Promise<sql.Sender | undefined> {
  const codec = await codecFor(deps, tx, vendorId)
  const hashes = spellingsOf(mobile).flatMap((spelling) => deps.blindIndex.withLater(codec.hash(spelling)))
  const existing = await sql.findSender(tx, vendorId, hashes)
  if (existing) return existing
  const number = spellingsOf(mobile)
    .map((spelling) => readInternational(spelling))
    .find((read) => read.kind === 'number')
  if (!number) return undefined
  const profile = { name: cleanText(name).slice(0, CONTACT_NAME_CHARS_MAX), labels: [], attributes: {} }
  await upsertContacts(tx, vendorId, {
    incoming: [toIncomingContact(codec, { ...profile, ...identityOf(number) })],
    decide: async () => [],
    strategy: 'SKIP_DUPLICATES',
    source: 'INBOUND',
    actorId: null,
    jobId: null,
    now,
  })
  return sql.findSender(tx, vendorId, hashes)
}

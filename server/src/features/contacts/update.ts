import { attributeBytes } from '../../domain/contacts/attribute-size.ts'
import type { Profile } from '../../domain/contacts/contact.ts'
import { unionLabels } from '../../domain/contacts/labels.ts'
import { ATTRIBUTE_BYTES_PER_CONTACT_MAX, ATTRIBUTES_PER_CONTACT_MAX } from '../../domain/limits.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { applyChanges } from './bulk/changes.sql.ts'
import { withoutEmpty } from './bulk/incoming.ts'
import { type ContactCodec, codecFor, toStoredProfile } from './codec.ts'
import { ensureLabels } from './lists/labels.ts'
import { presentSavedContact } from './present.ts'
import { ATTRIBUTES_TOO_LARGE, type ContactPatch } from './schema.ts'
import * as sql from './sql.ts'

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex'>

export async function updateContact(deps: ContactDeps, who: VendorPrincipal, id: string, patch: ContactPatch) {
  return inTransaction(deps.db, async (tx) => {
    // Labels come before contacts, as in an import, so that the two cannot deadlock.
    const labelIds = patch.labels && (await ensureLabels(tx, who.vendorId, patch.labels, deps.clock.now()))
    if (!(await sql.lockContact(tx, who.vendorId, id))) throw notFound()
    const codec = await codecFor(deps, tx, who.vendorId)
    return presentSavedContact(codec, await updateWithin(tx, who, codec, id, { ...patch, labelIds }, deps.clock.now()))
  })
}

/** Setting a name or attributes makes a contact MANUAL, even if they did not change; labels alone do not. */
async function updateWithin(
  tx: Tx,
  who: VendorPrincipal,
  codec: ContactCodec,
  id: string,
  patch: ContactPatch & { labelIds: Map<string, string> | undefined },
  now: Date,
) {
  const { vendorId } = who
  const before = await sql.findContact(tx, vendorId, id)
  if (!before) throw notFound()
  const profile = codec.open(before.profileCipher)
  const patched = patchedProfile(profile, patch)
  const labels = patch.labels && !sameLabels(before.labels, patch.labels) ? patch.labels : undefined
  const source = patch.name !== undefined || patch.attributes !== undefined ? 'MANUAL' : before.source
  const keepsProfile = sameProfile(profile, patched)
  if (keepsProfile && !labels && source === before.source) return before
  const change = {
    contactId: id,
    action: 'UPDATE' as const,
    profile: keepsProfile ? undefined : toStoredProfile(codec, patched),
    labelIds: labels && patch.labelIds && [...patch.labelIds.values()],
    source,
  }
  await applyChanges(tx, vendorId, { actorId: who.accountId ?? null, jobId: null, now }, [change])
  return (await sql.findContact(tx, vendorId, id)) ?? before
}

function patchedProfile(before: Profile, { name, attributes }: ContactPatch): Profile {
  const merged = withoutEmpty({ ...before.attributes, ...attributes })
  if (attributes && Object.keys(merged).length > ATTRIBUTES_PER_CONTACT_MAX)
    throw invalidField('attributes', `a contact has at most ${ATTRIBUTES_PER_CONTACT_MAX}`)
  // A contact that is older than the limit may always shrink.
  const bytesMax = Math.max(ATTRIBUTE_BYTES_PER_CONTACT_MAX, attributeBytes(before.attributes))
  if (attributes && attributeBytes(merged) > bytesMax) throw invalidField('attributes', ATTRIBUTES_TOO_LARGE)
  return { ...before, name: name ?? before.name, attributes: merged }
}

const sameProfile = (a: Profile, b: Profile) =>
  a.name === b.name && JSON.stringify(a.attributes) === JSON.stringify(b.attributes)

const sameLabels = (before: readonly string[], after: readonly string[]) =>
  before.length === after.length && unionLabels(before, after).length === before.length

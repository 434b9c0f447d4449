import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { type ContactCodec, filledKeys, type StoredProfile } from '../codec.ts'
import { applyChanges, type Change, deleteContacts } from './changes.sql.ts'
import * as sql from './undo.sql.ts'

export interface UndoBatch {
  codec: ContactCodec
  jobId: string
  actorId: string | null
  now: Date
  /** Where the batch before ended: its `after`; null at the beginning. */
  after: string | null
  limit: number
}

export interface Undone {
  restored: number
  removed: number
  kept: number
  /** To be stored in the transaction of the batch: whatever lies behind it is never undone twice. */
  after: string | null
  done: boolean
}

/**
 * Puts back what an import changed and nobody touched since: contacts that it made go, others become what they were.
 * Whatever was changed later, or is gone, is kept as it is.
 */
export async function undoImportChanges(tx: Tx, vendorId: VendorId, batch: UndoBatch): Promise<Undone> {
  const { codec, jobId, after, limit } = batch
  const ids = await sql.nextTouched(tx, vendorId, jobId, after, limit)
  if (ids.length === 0) return { restored: 0, removed: 0, kept: 0, after, done: true }
  await sql.lockContacts(tx, vendorId, ids)
  const untouched = await sql.findUntouchedSince(tx, vendorId, jobId, ids)
  const made = untouched.filter(({ wasCreated }) => wasCreated).map(({ contactId }) => contactId)
  const changed = untouched.filter(({ wasCreated }) => !wasCreated)
  if (made.length > 0) await deleteContacts(tx, vendorId, batch, made)
  if (changed.length > 0)
    await applyChanges(
      tx,
      vendorId,
      batch,
      changed.map((touched) => restoring(codec, touched)),
    )
  return {
    restored: changed.length,
    removed: made.length,
    kept: ids.length - untouched.length,
    after: ids.at(-1) ?? after,
    done: ids.length < limit,
  }
}

const restoring = (codec: ContactCodec, { contactId, beforeCipher, labelIdsBefore }: sql.Touched): Change => ({
  contactId,
  action: 'RESTORE',
  profile: beforeCipher === null ? undefined : storedAs(codec, beforeCipher),
  labelIds: labelIdsBefore,
})

/** The ciphertext goes back as it was; what the contact is found by is computed from it. */
function storedAs(codec: ContactCodec, profileCipher: Buffer): StoredProfile {
  const profile = codec.open(profileCipher)
  return { profileCipher, nameTokens: codec.tokens(profile.name), filledKeys: filledKeys(profile) }
}

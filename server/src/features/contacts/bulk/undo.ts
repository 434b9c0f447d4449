import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { deleteImportedOptOuts } from '../audience/opt-out.sql.ts'
import { type ContactCodec, filledKeys, type StoredProfile } from '../codec.ts'
import { applyChanges, type ContactChange, deleteContacts } from './changes.sql.ts'
import * as sql from './undo.sql.ts'

interface UndoBatch {
  /** Called when the contacts are locked. */
  openCodec: () => Promise<ContactCodec>
  jobId: string
  actorId: string | null
  now: Date
  /** `after` of the previous batch; null at the beginning. */
  after: string | null
  limit: number
}

export interface UndoResult {
  restored: number
  removed: number
  kept: number
  /** To be stored in the transaction of the batch, so that no contact is undone twice. */
  after: string | null
  done: boolean
}

/**
 * Reverts what an import changed: contacts that it created are deleted, others are restored. Contacts that were changed
 * or used later, that a later import also states, or that are gone, are left as they are. Opt-outs that only the import asked for are withdrawn at the end.
 */
export async function undoImportChanges(tx: Tx, vendorId: VendorId, batch: UndoBatch): Promise<UndoResult> {
  const { openCodec, jobId, after, limit } = batch
  const ids = await sql.nextChangedByImport(tx, vendorId, jobId, after, limit)
  if (ids.length > 0) await sql.lockContacts(tx, vendorId, ids)
  const unmodified = ids.length > 0 ? await sql.findUnmodifiedSince(tx, vendorId, jobId, ids) : []
  const created = unmodified.filter(({ wasCreated }) => wasCreated).map(({ contactId }) => contactId)
  const changed = unmodified.filter(({ wasCreated }) => !wasCreated)
  if (created.length > 0) await deleteContacts(tx, vendorId, batch, created)
  const codec = changed.length > 0 ? await openCodec() : undefined
  if (codec)
    await applyChanges(
      tx,
      vendorId,
      batch,
      changed.map((touched) => toRestoreChange(codec, touched)),
    )
  const isDone = ids.length < limit
  if (isDone) {
    await deleteImportedOptOuts(tx, vendorId, jobId)
    await sql.deleteSeen(tx, vendorId, jobId)
  }
  return {
    restored: changed.length,
    removed: created.length,
    kept: ids.length - unmodified.length,
    after: ids.at(-1) ?? after,
    done: isDone,
  }
}

const toRestoreChange = (
  codec: ContactCodec,
  { contactId, beforeCipher, labelIdsBefore }: sql.ImportedContact,
): ContactChange => ({
  contactId,
  action: 'RESTORE',
  profile: beforeCipher === null ? undefined : restoredProfile(codec, beforeCipher),
  labelIds: labelIdsBefore,
})

/** The ciphertext is restored as it was; the lookup columns are recomputed from it. */
function restoredProfile(codec: ContactCodec, profileCipher: Buffer): StoredProfile {
  const profile = codec.open(profileCipher)
  return { profileCipher, nameTokens: codec.searchTokens(profile), filledKeys: filledKeys(profile) }
}

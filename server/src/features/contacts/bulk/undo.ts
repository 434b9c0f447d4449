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
  /** Of the profiles to restore. A batch has at least one contact. */
  bytesMax?: number | undefined
}

/** A contact may have 256 KB of attributes, and a batch is in memory about four times. */
const BATCH_BYTES_MAX = 16 * 1024 * 1024

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
  const next = await sql.nextChangedByImport(tx, vendorId, jobId, after, limit)
  const ids = firstWithin(batch.bytesMax ?? BATCH_BYTES_MAX, next)
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
  const isDone = next.length < limit && ids.length === next.length
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

/** The ids of the first contacts that fit in memory together. */
function firstWithin(bytesMax: number, contacts: readonly { id: string; bytes: number }[]) {
  let bytes = 0
  const end = contacts.findIndex((contact, i) => {
    bytes += contact.bytes
    return i > 0 && bytes > bytesMax
  })
  return contacts.slice(0, end === -1 ? undefined : end).map(({ id }) => id)
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

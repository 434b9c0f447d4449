import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import { releaseMedia } from '../media/use.ts'
import { addToOutbox, withdrawFromOutbox } from '../outbox/add.ts'
import { deleteAtProvider } from './jobs.ts'
import * as sql from './sql.ts'
import { TRY_SECONDS } from './submit.ts'

/** Gone for the vendor at once; its row goes when the provider has let go of it. */
export async function removeTemplate(deps: Pick<Deps, 'db' | 'clock'>, vendorId: VendorId, id: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const row = await sql.lockTemplate(tx, vendorId, id)
    if (!row) throw notFound()
    await sql.changeTemplate(tx, vendorId, id, { is_deleted: true, updated_at: now })
    await withdrawFromOutbox(tx, vendorId, { templateId: id })
    // A submission without an answer may be under way: what it creates is to be deleted as well.
    const waitSeconds = row.provider_id === null ? TRY_SECONDS : 0
    const dueAt = new Date(now.getTime() + waitSeconds * 1_000)
    await addToOutbox(tx, vendorId, deleteAtProvider, { templateId: id }, now, dueAt)
  })
}

/** The row, and its hold on the file in its header. */
export async function forget(tx: Tx, vendorId: VendorId, id: string) {
  const gone = await sql.deleteTemplate(tx, vendorId, id)
  if (gone?.mediaId) await releaseMedia(tx, vendorId, gone.mediaId)
}

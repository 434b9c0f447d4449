import type { VendorId } from '../../domain/ids.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { releaseMedia } from '../media/use.ts'
import { addToOutbox, withdrawFromOutbox } from '../outbox/add.ts'
import { deleteAtProvider } from './jobs.ts'
import * as sql from './sql.ts'
import { ATTEMPT_SECONDS } from './submit.ts'

/** Hides the template from the vendor at once. Its row is deleted when the provider has deleted the template. */
export async function removeTemplate(deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, id: string) {
  const { vendorId } = who
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const row = await sql.lockTemplate(tx, vendorId, id)
    if (!row) throw notFound()
    await sql.updateTemplate(tx, vendorId, id, { is_deleted: true, updated_at: now })
    await withdrawFromOutbox(tx, vendorId, { templateId: id })
    // A submission may be in flight, and the template that it creates must be deleted as well.
    const waitSeconds = row.provider_id === null ? ATTEMPT_SECONDS : 0
    const dueAt = new Date(now.getTime() + waitSeconds * 1_000)
    await addToOutbox(tx, vendorId, deleteAtProvider, { templateId: id }, now, dueAt)
    const done = { action: 'TEMPLATE_DELETED', subjectType: 'template', subjectId: id } as const
    await recordForVendor(tx, who, { ...done, details: { name: row.name } }, now)
  })
}

/** Deletes the row and its reference to the header file. */
export async function deleteTemplateRow(tx: Tx, vendorId: VendorId, id: string) {
  const deleted = await sql.deleteTemplate(tx, vendorId, id)
  if (deleted?.mediaId) await releaseMedia(tx, vendorId, deleted.mediaId)
}

import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { ProviderUnavailable } from '../../ports/messaging-provider.ts'
import type * as jobs from './jobs.ts'
import { deleteTemplateRow } from './remove.ts'
import { rejectAgainWithin } from './resubmit.ts'
import * as sql from './sql.ts'
import { applyStatusUpdate } from './status.ts'
import { resubmit, submit } from './submit.ts'

export const templateJobs: HandlersFor<typeof jobs> = {
  async submitTemplate(deps, vendorId, { templateId }) {
    const submission = await submit(deps, vendorId, templateId, { isFirst: false })
    if (submission.kind === 'unanswered') throw new ProviderUnavailable('the template is not submitted yet')
    if (submission.kind === 'refused') await reject(deps, vendorId, templateId, submission.reason)
  },

  async resubmitTemplate(deps, vendorId, { templateId }) {
    const submission = await resubmit(deps, vendorId, templateId)
    if (submission.kind === 'unanswered') throw new ProviderUnavailable('the template is not submitted yet')
    if (submission.kind === 'refused')
      await inTransaction(deps.db, (tx) =>
        rejectAgainWithin(tx, vendorId, templateId, submission.reason, deps.clock.now()),
      )
  },

  async deleteAtProvider(deps, vendorId, { templateId }) {
    const row = await sql.findIncludingDeleted(deps.db, vendorId, templateId)
    if (!row?.is_deleted) return
    const { provider } = deps
    // Only the provider knows whether an unanswered submission created the template.
    const providerId = row.provider_id ?? (await provider.findTemplate(row.provider_name, row.language))?.providerId
    if (providerId !== undefined) await provider.deleteTemplate(row.provider_name, providerId)
    await inTransaction(deps.db, (tx) => deleteTemplateRow(tx, vendorId, templateId))
  },
}

/** The vendor has seen the template already, so it is kept with the reason. */
async function reject(deps: Deps, vendorId: VendorId, id: string, reason: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const row = await sql.lockTemplate(tx, vendorId, id)
    if (row?.provider_id === null) await applyStatusUpdate(tx, row, { status: 'REJECTED', reason, at: now }, now)
  })
}

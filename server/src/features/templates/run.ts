import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { ProviderUnavailable } from '../../ports/messaging-provider.ts'
import { RunAgainIn } from '../../ports/queue.ts'
import type * as jobs from './jobs.ts'
import { forget } from './remove.ts'
import * as sql from './sql.ts'
import { changeStatus } from './status.ts'
import { submit, templateLock } from './submit.ts'

const LOCK_SECONDS = 60
const BUSY_MS = 2_000

export const templateJobs: HandlersFor<typeof jobs> = {
  async submitTemplate(deps, vendorId, { templateId }) {
    const submission = await submit(deps, vendorId, templateId, { isFirst: false })
    if (submission.kind === 'unanswered') throw new ProviderUnavailable('the template is not submitted yet')
    if (submission.kind === 'refused') await reject(deps, vendorId, templateId, submission.words)
  },

  async deleteAtProvider(deps, vendorId, { templateId }) {
    // A submission under way ends first: what it creates is to be deleted as well.
    const { busy } = await deps.lock.tryWith(templateLock(templateId), LOCK_SECONDS, () =>
      deleteOne(deps, vendorId, templateId),
    )
    if (busy) throw new RunAgainIn(BUSY_MS)
  },
}

/** The vendor has seen it by now, so it stays and says why. */
async function reject(deps: Deps, vendorId: VendorId, id: string, reason: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const row = await sql.lockTemplate(tx, vendorId, id)
    if (row) await changeStatus(tx, row, { status: 'REJECTED', reason, at: now }, now)
  })
}

async function deleteOne(deps: Deps, vendorId: VendorId, id: string) {
  const row = await sql.findAny(deps.db, vendorId, id)
  if (!row?.is_deleted) return
  const { provider } = deps
  // Whether a submission without an answer arrived, only the provider knows.
  const providerId = row.provider_id ?? (await provider.findTemplate(row.provider_name, row.language))?.providerId
  if (providerId !== undefined) await provider.deleteTemplate(row.provider_name, providerId)
  await inTransaction(deps.db, (tx) => forget(tx, vendorId, id))
}

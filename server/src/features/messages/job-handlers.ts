import { inTransaction } from '../../platform/db/db.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import type * as jobs from './jobs.ts'
import { optOutRecipients } from './opt-out.ts'

export const messageJobs: HandlersFor<typeof jobs> = {
  optOutOfMessages: (deps, vendorId, { messageIds }) =>
    inTransaction(deps.db, (tx) => optOutRecipients(tx, deps, vendorId, messageIds, deps.clock.now())),
}

import type { HandlersFor } from '../../platform/jobs.ts'
import type * as jobs from './jobs.ts'
import { processRefund } from './payouts/process.ts'

export const refundJobs: HandlersFor<typeof jobs> = {
  processRefund: (deps, vendorId, { requestId }) => processRefund(deps, vendorId, requestId),
}

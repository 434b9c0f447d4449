import type { HandlersFor } from '../../platform/jobs.ts'
import { RetryLater } from '../../ports/queue.ts'
import type * as jobs from './jobs.ts'
import { expandCampaign } from './launch/expand.ts'
import { failExpansion } from './lifecycle/fail-expansion.ts'

/** After this time the job is requeued, so that a large campaign does not delay small ones. */
const RUN_MS_MAX = 2_000

export const campaignJobs: HandlersFor<typeof jobs> = {
  expandCampaign: {
    async run(deps, vendorId, { campaignId }) {
      const until = performance.now() + RUN_MS_MAX
      if (!(await expandCampaign(deps, vendorId, campaignId, () => performance.now() < until))) throw new RetryLater(0)
    },
    givenUp: (deps, vendorId, { campaignId }) => failExpansion(deps, vendorId, campaignId),
  },
}

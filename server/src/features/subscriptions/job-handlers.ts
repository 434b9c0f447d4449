import type { HandlersFor } from '../../platform/jobs.ts'
import { updateAtGateway } from './gateway/follow-at-gateway.ts'
import type * as jobs from './jobs.ts'

export const subscriptionJobs: HandlersFor<typeof jobs> = {
  followAtGateway: (deps, vendorId, { subscriptionId }) => updateAtGateway(deps, vendorId, subscriptionId),
}

import type { VendorId } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { IdParams } from '../../platform/http/pagination.ts'
import { setSubscriptionByOperator } from '../subscriptions/operator.ts'
import { OperatorTerms } from '../subscriptions/operator-schema.ts'
import { SubscriptionView } from '../subscriptions/schema.ts'

export function adminSubscriptionRoutes(app: App, deps: Deps) {
  app.put(
    '/admin/vendors/:id/subscription',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'Give a vendor a CUSTOM plan, or a trial',
        description:
          'A paid plan that is under way keeps its cycle and the new price counts from the next one; the first cycle of a new CUSTOM plan is vouched for by you. A trial ends by itself.',
        params: IdParams,
        body: OperatorTerms,
        response: { 200: SubscriptionView },
      },
    },
    async ({ operator, params, body }) => setSubscriptionByOperator(deps, operator, params.id as VendorId, body),
  )
}

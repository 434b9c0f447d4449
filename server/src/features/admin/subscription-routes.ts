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
        summary: 'Assign a CUSTOM plan or a trial to a vendor',
        description:
          'A vendor on a paid plan keeps the current billing cycle, and the new price applies from the next one. The first cycle of a new CUSTOM plan starts without a payment. A trial ends automatically.',
        params: IdParams,
        body: OperatorTerms,
        response: { 200: SubscriptionView },
      },
    },
    async ({ operator, params, body }) => setSubscriptionByOperator(deps, operator, params.id as VendorId, body),
  )
}

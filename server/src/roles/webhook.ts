import { callbackRoutes } from '../features/callbacks/routes.ts'
import { paymentWebhookRoutes } from '../features/payments/webhook-routes.ts'
import { sandboxRoutes } from '../features/sandbox/routes.ts'
import type { Role } from '../platform/role.ts'

/** Where the outside world calls in: raw bytes, signatures checked before anything else. */
export const webhook: Role = {
  name: 'WEBHOOK',
  apiRoutes: [paymentWebhookRoutes, callbackRoutes],
  rootRoutes: [paymentWebhookRoutes, callbackRoutes, sandboxRoutes],
  background: [],
  needs: [],
}

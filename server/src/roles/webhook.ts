import { callbackRoutes } from '../features/callbacks/routes.ts'
import { paymentWebhookRoutes } from '../features/payments/webhook-routes.ts'
import { sandboxRoutes } from '../features/sandbox/routes.ts'
import type { Role } from '../platform/config/role.ts'

/** Receives calls from outside services as raw bytes, and verifies their signatures first. */
export const webhook: Role = {
  name: 'WEBHOOK',
  apiRoutes: [paymentWebhookRoutes, callbackRoutes],
  rootRoutes: [paymentWebhookRoutes, callbackRoutes, sandboxRoutes],
  background: [],
  needs: [],
}

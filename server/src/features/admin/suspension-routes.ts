import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { OPERATOR } from '../../platform/http/guards/access.ts'
import { IdParams } from '../../platform/http/pagination.ts'
import { SuspendBody, VendorDetailView } from './schema.ts'
import { suspend, unsuspend } from './suspend.ts'

const config = { access: OPERATOR } as const
const tags = ['admin']

export function suspensionRoutes(app: App, deps: Deps) {
  app.post(
    '/admin/vendors/:id/suspend',
    {
      config,
      schema: {
        tags,
        summary: 'Suspend a vendor',
        description:
          'Nothing is sent any more: running and scheduled campaigns pause (`VENDOR_SUSPENDED`), and launches, test messages, replies and invitations are refused with 403 `VENDOR_SUSPENDED`. The vendor can still read, pay and export, and sees the reason. 409 `INVALID_STATE` unless the vendor is ACTIVE. Recorded in the audit log.',
        params: IdParams,
        body: SuspendBody,
        response: { 200: VendorDetailView },
      },
    },
    async ({ operator, params, body }) => suspend(deps, operator, params.id, body.reason),
  )
  app.post(
    '/admin/vendors/:id/unsuspend',
    {
      config,
      schema: {
        tags,
        summary: 'Lift the suspension of a vendor',
        description:
          'The vendor can send again. Paused campaigns stay paused until the vendor resumes them. 409 `INVALID_STATE` unless the vendor is SUSPENDED. Recorded in the audit log.',
        params: IdParams,
        response: { 200: VendorDetailView },
      },
    },
    async ({ operator, params }) => unsuspend(deps, operator, params.id),
  )
}

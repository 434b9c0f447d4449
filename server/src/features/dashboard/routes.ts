import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { readDashboard } from './read.ts'
import { DashboardQuery, DashboardView } from './schema.ts'

export function dashboardRoutes(app: App, deps: Deps) {
  app.get(
    '/dashboard',
    {
      config: { access: ANY_VENDOR_USER, resource: 'vendor' },
      schema: {
        tags: ['campaigns'],
        summary: 'Get messages and spend per day',
        description: 'Days are in your time zone. A period can have at most 366 days.',
        querystring: DashboardQuery,
        response: { 200: DashboardView },
      },
    },
    ({ vendor, query }) => readDashboard(deps, vendor, query),
  )
}

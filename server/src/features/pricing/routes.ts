import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER } from '../../platform/http/guards/access.ts'
import { pricingAdminRoutes } from './admin-routes.ts'
import { priceSheet } from './price-sheet.ts'
import { PriceSheet } from './schema.ts'

export function pricingRoutes(app: App, deps: Deps) {
  app.get(
    '/pricing',
    {
      config: { access: ANY_VENDOR_USER, resource: 'billing' },
      schema: {
        tags: ['billing'],
        summary: 'List current prices in your currency',
        description: 'Per message, by category and country. 503 if there is no current exchange rate.',
        response: { 200: PriceSheet },
      },
    },
    async ({ vendor }) => priceSheet(deps, vendor.vendorId, deps.clock.now()),
  )
  pricingAdminRoutes(app, deps)
}

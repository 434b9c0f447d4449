import { createRouter } from '@tanstack/react-router'
import { LoadingPage } from '../components/feedback/loading.tsx'
import { adminPages } from '../features/admin/routes.ts'
import { authPages } from '../features/auth/routes.ts'
import { billingPages } from '../features/billing/routes.ts'
import { campaignPages } from '../features/campaigns/routes.ts'
import { contactPages } from '../features/contacts/routes.ts'
import { homePages } from '../features/home/routes.ts'
import { importPages } from '../features/imports/routes.ts'
import { inboxPages } from '../features/inbox/routes.ts'
import { listPages } from '../features/lists/routes.ts'
import { settingsPages } from '../features/settings/routes.ts'
import { templatePages } from '../features/templates/routes.ts'
import { walletPages } from '../features/wallet/routes.ts'
import { operatorArea, publicArea, rootArea, vendorArea } from './areas.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PageError } from './page-error.tsx'

const routes = rootArea.addChildren([
  publicArea.addChildren(authPages),
  vendorArea.addChildren([
    ...homePages,
    ...contactPages,
    ...importPages,
    ...listPages,
    ...templatePages,
    ...campaignPages,
    ...inboxPages,
    ...walletPages,
    ...billingPages,
    ...settingsPages,
  ]),
  operatorArea.addChildren(adminPages),
])

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: LoadingPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: PageError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

import { createRootRoute, createRoute, lazyRouteComponent, type ParsedLocation, redirect } from '@tanstack/react-router'
import { whenSessionKnown } from '../api/session.ts'
import type { MessageArea } from '../format/languages/catalogues.ts'
import { loadMessages } from '../format/translate.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PageError } from './page-error.tsx'
import { Root } from './root.tsx'
import { Splash } from './shell/splash.tsx'

/** The parent routes of all pages, see features/<name>/routes.ts. */
export const rootArea = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: PageError,
})

/** Pages for visitors who are not signed in. */
export const publicArea = createRoute({
  getParentRoute: () => rootArea,
  id: 'public',
  component: lazyRouteComponent(() => import('./public-layout.tsx'), 'PublicLayout'),
})

/** Redirects users who may not see an area before any of its data is fetched, and loads its texts before its pages. */
async function guardArea(area: 'vendor' | 'operator', { pathname, searchStr }: ParsedLocation) {
  const path = pathname + searchStr
  const now = await whenSessionKnown()
  if (now.state === 'signed-out') throw redirect({ to: '/sign-in', search: path === '/' ? {} : { next: path } })
  if (area === 'vendor' && !now.vendor) throw redirect({ to: '/admin' })
  if (area === 'operator' && now.vendor) throw redirect({ to: '/' })
  const areas: readonly MessageArea[] = area === 'operator' ? ['vendor', 'operators'] : ['vendor']
  await Promise.all(areas.map(loadMessages))
}

/** Pages of a vendor. */
export const vendorArea = createRoute({
  getParentRoute: () => rootArea,
  id: 'vendor',
  beforeLoad: ({ location }) => guardArea('vendor', location),
  pendingComponent: Splash,
  component: lazyRouteComponent(() => import('./shell/vendor-shell.tsx'), 'VendorShell'),
})

/** Pages of operators, with their own accent colour. */
export const operatorArea = createRoute({
  getParentRoute: () => rootArea,
  path: 'admin',
  beforeLoad: ({ location }) => guardArea('operator', location),
  pendingComponent: Splash,
  component: lazyRouteComponent(() => import('./shell/operator-shell.tsx'), 'OperatorShell'),
})

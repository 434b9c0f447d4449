import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { known } from '../api/session.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { PageFault } from './page-fault.tsx'
import { Root } from './root.tsx'
import { Splash } from './shell/splash.tsx'

/** The three parts of the portal. A feature hangs its pages below one of them, see features/<name>/routes.ts. */
export const rootArea = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: PageFault,
})

/** For people who are not signed in. */
export const outside = createRoute({
  getParentRoute: () => rootArea,
  id: 'outside',
  component: lazyRouteComponent(() => import('./outside.tsx'), 'Outside'),
})

/** Before anything of an area is fetched: who may not see it goes where they belong. */
async function admit(area: 'vendor' | 'operator', path: string) {
  const now = await known()
  if (now.state === 'out') throw redirect({ to: '/sign-in', search: path === '/' ? {} : { next: path } })
  if (area === 'vendor' && !now.vendor) throw redirect({ to: '/admin' })
  if (area === 'operator' && now.vendor) throw redirect({ to: '/' })
}

/** A vendor's own area, behind its top bar. */
export const vendorArea = createRoute({
  getParentRoute: () => rootArea,
  id: 'vendor',
  beforeLoad: ({ location }) => admit('vendor', location.pathname),
  pendingComponent: Splash,
  component: lazyRouteComponent(() => import('./shell/vendor-shell.tsx'), 'VendorShell'),
})

/** The operators', in another colour. */
export const operatorArea = createRoute({
  getParentRoute: () => rootArea,
  path: 'admin',
  beforeLoad: ({ location }) => admit('operator', location.pathname),
  pendingComponent: Splash,
  component: lazyRouteComponent(() => import('./shell/operator-shell.tsx'), 'OperatorShell'),
})

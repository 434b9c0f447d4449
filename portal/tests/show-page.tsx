import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type SessionVendor, setSession } from '../src/api/session.ts'

// A busy machine needs more than the second that is waited by default.
configure({ asyncUtilTimeout: 20_000 })

type Who = 'administrator' | 'member' | 'operator'

export const signInAs = (who: Who) =>
  setSession({
    accessToken: 'token',
    tokenType: 'Bearer',
    expiresIn: 900,
    user: {
      id: 'u',
      email: 'asha@example.com',
      role: who === 'member' ? 'MEMBER' : 'ADMIN',
      operatorRole: who === 'operator' ? 'OWNER' : null,
      status: 'ACTIVE',
      mfaSetupRequired: false,
    },
    vendor: who === 'operator' ? null : ({ id: 'v', companyName: 'Asha Traders' } as SessionVendor),
  })

/** Draws a page with everything around it that pages use, and an empty one to go to. */
export function showPage(page: ReactNode, { at = '/', route = at }: { at?: string; route?: string } = {}) {
  const root = createRootRoute({ component: Outlet })
  const vendor = createRoute({ getParentRoute: () => root, id: 'vendor', component: Outlet })
  const routes = [
    createRoute({ getParentRoute: () => vendor, path: route.replace(/\?.*/, ''), component: () => page }),
    createRoute({ getParentRoute: () => vendor, path: '/other', component: () => 'Other page' }),
  ]
  const router = createRouter({
    routeTree: root.addChildren([vendor.addChildren(routes)]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return router
}

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
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../api/api.ts'
import { ApiProblem } from '../../api/problem.ts'
import { ConversationPage } from './conversation-page.tsx'

// A busy machine needs more than the second that is waited by default.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a conversation that cannot be marked as read says so and tries again', async () => {
  vi.spyOn(api, 'get').mockImplementation(async (path: string) =>
    path.startsWith('/contacts/')
      ? { id: 'c', name: 'Meera', e164: '+919876543210', countryCode: 'IN', optedOutAt: null }
      : { data: [], total: 0, hasNext: false },
  )
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(new ApiProblem(503, { code: 'UNAVAILABLE', detail: 'No' }))
  post.mockResolvedValue({ optedOutAt: null, window: { open: false, closesAt: '2026-11-15T09:30:00.000Z' } })
  const root = createRootRoute({ component: Outlet })
  const vendor = createRoute({ getParentRoute: () => root, id: 'vendor', component: Outlet })
  const page = createRoute({ getParentRoute: () => vendor, path: '/inbox/$contactId', component: ConversationPage })
  const router = createRouter({
    routeTree: root.addChildren([vendor.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/inbox/c'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Reply window closed')
  expect(post).toHaveBeenCalledTimes(2)
})

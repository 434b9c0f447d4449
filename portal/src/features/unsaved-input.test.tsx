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
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../api/api.ts'
import { setSession } from '../api/session.ts'
import { RefundDecision } from './admin/refunds/refund-decision.tsx'
import { VendorPricing } from './admin/vendors/vendor-pricing.tsx'
import { RegisterPage } from './auth/register-page.tsx'
import { ReplaceForm } from './imports/rows/replace-form.tsx'
import { ReplyForm } from './inbox/reply-form.tsx'
import { CreateList } from './lists/create-list.tsx'
import { AccountPage } from './settings/account-page.tsx'

// A busy machine needs more than the second that is waited by default.
configure({ asyncUtilTimeout: 20_000 })

const signIn = (operatorRole: 'SUPER_ADMIN' | null) =>
  setSession({
    accessToken: 'token',
    tokenType: 'Bearer',
    expiresIn: 900,
    user: {
      id: 'u',
      email: 'asha@example.com',
      role: 'ADMIN',
      operatorRole,
      status: 'ACTIVE',
      mfaSetupRequired: false,
    },
    vendor: null,
  })

beforeEach(() => {
  sessionStorage.clear()
  // Text areas that grow wait for fonts, which this DOM has not.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  signIn(null)
  vi.spyOn(api, 'get').mockImplementation(async (path: string) =>
    path.startsWith('/admin') && path.endsWith('/pricing')
      ? { tierId: null, markupPercent: 12 }
      : { data: [], prices: [], passkeys: [] },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Draws a page of its own, beside an empty one to go to. */
async function show(page: ReactNode) {
  const root = createRootRoute({ component: Outlet })
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: () => page }),
    createRoute({ getParentRoute: () => root, path: '/other', component: () => 'Other page' }),
  ]
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  // A navigation that was refused never ends.
  return { leave: () => void router.navigate({ to: '/other' }) }
}

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

const contact = { id: 'c', name: 'Meera', countryCode: 'IN' } as Parameters<typeof ReplyForm>[0]['contact']
const refund = { id: 'r', currency: 'INR', kind: 'INVOICE', basis: 'DUPLICATE', refundableMinorUnit: 900, warnings: [] }
const vendor = { id: 'v', companyName: 'Asha Traders' } as Parameters<typeof VendorPricing>[0]['vendor']

test.each([
  ['a reply', 'Reply to Meera', <ReplyForm key="reply" contact={contact} />],
  [
    'a replacement in a file',
    'Replace with',
    <ReplaceForm key="replace" jobId="j" columns={['City']} onReplaced={() => {}} />,
  ],
  ['a new password', 'New password', <AccountPage key="account" />],
  [
    'the note of a refund',
    'Note',
    <RefundDecision
      key="refund"
      refund={refund as unknown as Parameters<typeof RefundDecision>[0]['refund']}
      vendorName="Asha"
    />,
  ],
  ["a vendor's markup", 'Custom markup (%)', <VendorPricing key="pricing" vendor={vendor} />],
])('leaving asks before %s that was typed is lost', async (what, label, page) => {
  signIn(/note|markup/.test(what) ? 'SUPER_ADMIN' : null)
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  const { leave } = await show(page)
  await type(label, '15')
  leave()
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  await screen.findByLabelText(label)
})

test('a cancelled dialog forgets what was typed, and one that was closed by mistake keeps it', async () => {
  const open = () => show(<CreateList onClose={() => cleanup()} />)
  const name = async () => (await screen.findByLabelText<HTMLInputElement>('Name')).value
  await open()
  await type('Name', 'VIP')
  cleanup()
  await open()
  expect(await name()).toBe('VIP')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await open()
  expect(await name()).toBe('')
})

test('a reload of the registration keeps company and email, and never the password', async () => {
  await show(<RegisterPage />)
  await type('Company name', 'Asha Traders')
  await type('Email', 'asha@example.com')
  await type('Password', 'seven quiet rivers')
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('rivers')
  cleanup()
  await show(<RegisterPage />)
  const values = ['Company name', 'Email', 'Password'].map((label) => screen.findByLabelText<HTMLInputElement>(label))
  expect((await Promise.all(values)).map(({ value }) => value)).toEqual(['Asha Traders', 'asha@example.com', ''])
})

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage, signInAs } from '../../tests/show-page.tsx'
import { api } from '../api/api.ts'
import { VendorPricing } from './admin/vendors/vendor-pricing.tsx'
import { TeamPage } from './settings/team-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = async (name: string) => {
  const text = await screen.findByText(name)
  fireEvent.click(text.closest('button') ?? text)
}

test('the pricing of a vendor is saved only after the new terms were confirmed', async () => {
  signInAs('operator')
  const price = {
    category: 'MARKETING',
    countryCode: 'IN',
    currency: 'USD',
    metaCostUsdMicros: 10_000,
    markupPercent: 20,
  }
  vi.spyOn(api, 'get').mockImplementation(async (path: string) =>
    path.endsWith('/v/pricing')
      ? { tierId: null, markupPercent: 12 }
      : { data: path === '/admin/pricing' ? [price] : [] },
  )
  const put = vi.spyOn(api, 'put').mockResolvedValue({})
  const vendor = { id: 'v', companyName: 'Lotus Sarees', country: 'IN', wallet: { currency: 'INR' } } as Parameters<
    typeof VendorPricing
  >[0]['vendor']
  showPage(<VendorPricing vendor={vendor} />)
  fireEvent.change(await screen.findByLabelText('Custom markup (%)'), { target: { value: '15' } })
  await press('Save pricing')
  await screen.findByText('12% → 15%')
  await screen.findByText('USD 0.0112 → USD 0.0115 (+2.7%)')
  expect(put).not.toHaveBeenCalled()
  await press('Save pricing of Lotus Sarees')
  await waitFor(() => expect(put).toHaveBeenCalledWith('/admin/vendors/v/pricing', { tierId: null, markupPercent: 15 }))
})

test('a member is made an administrator only after it was confirmed', async () => {
  signInAs('administrator')
  const member = { id: 'm', email: 'ravi@example.com', role: 'MEMBER', status: 'ACTIVE', mfaEnabled: false }
  const row = { ...member, createdAt: '2026-11-15T09:30:00.000Z', expiresAt: null }
  vi.spyOn(api, 'get').mockImplementation(async (path: string) =>
    path === '/vendor/users' ? { data: [row], total: 1, page: 1, pageSize: 25, nextCursor: null } : {},
  )
  const patch = vi.spyOn(api, 'patch').mockResolvedValue({})
  showPage(<TeamPage />)
  await press('Manage')
  await press('Make administrator')
  await screen.findByText(/They can spend money/)
  expect(patch).not.toHaveBeenCalled()
  await press('Make ravi@example.com an administrator')
  await waitFor(() => expect(patch).toHaveBeenCalledWith('/vendor/users/m', { role: 'ADMIN' }))
})

import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage, signInAs } from '../../../tests/show-page.tsx'
import { api } from '../../api/api.ts'
import { ApiProblem } from '../../api/problem.ts'
import { HomePage } from './home-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const ANSWERS: Readonly<Record<string, object>> = {
  '/vendor/me': { address: null, legalName: null },
  '/wallet/balance': { balanceMinorUnit: 0, reservedMinorUnit: 0, currency: 'INR', lowBalanceThreshold: 0 },
  '/billing/subscription': { status: 'CANCELLED' },
}

function show(failing: Set<string>, who: 'administrator' | 'member' = 'administrator') {
  signInAs(who)
  vi.spyOn(api, 'get').mockImplementation(async (path: string) => {
    if (failing.has(path)) throw new ApiProblem(503, { code: 'UNAVAILABLE', detail: 'Not now' })
    return ANSWERS[path] ?? { data: [], total: 0 }
  })
  showPage(<HomePage />)
}

test.each(['/vendor/me', '/billing/subscription', '/campaigns'])(
  'home says when %s cannot be read, and tries again',
  async (path) => {
    const failing = new Set([path])
    show(failing)
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.queryByText('Send your first campaign')).toBeNull()
    failing.clear()
    fireEvent.click(again)
    await screen.findByText('Send your first campaign')
  },
)

test('the checklist offers members only the steps they may take', async () => {
  show(new Set(), 'member')
  await screen.findByText('Add funds')
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links).toContain('Import contacts')
  expect(links).not.toContain('Add funds')
  expect(links).not.toContain('Choose plan')
})

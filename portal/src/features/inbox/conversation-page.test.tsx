import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '../../../tests/show-page.tsx'
import { api } from '../../api/api.ts'
import { ApiProblem } from '../../api/problem.ts'
import { ConversationPage } from './conversation-page.tsx'

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
  showPage(<ConversationPage />, { at: '/inbox/c', route: '/inbox/$contactId' })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Reply window closed')
  expect(post).toHaveBeenCalledTimes(2)
})

import { cleanup, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { showPage, signInAs } from '../../../../tests/show-page.tsx'
import { api } from '../../../api/api.ts'
import { ComparePage } from './compare-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a campaign compared with itself says so', async () => {
  signInAs('administrator')
  vi.spyOn(api, 'get').mockResolvedValue({ data: [] })
  showPage(<ComparePage />, { at: '/campaigns/compare?a=c1&b=c1', route: '/campaigns/compare' })
  await screen.findByText('This is the same campaign twice')
})

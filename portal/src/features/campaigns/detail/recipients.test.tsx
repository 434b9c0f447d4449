import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage, signInAs } from '../../../../tests/show-page.tsx'
import { api } from '../../../api/api.ts'
import type { Campaign } from '../queries.ts'
import { Recipients } from './recipients.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const PROGRESS = { total: 1, done: 1 }
const RUNNING = {
  id: 'c',
  status: 'RUNNING',
  failures: [],
  billingClosedAt: null,
  progress: PROGRESS,
} as unknown as Campaign

function Page() {
  const [campaign, setCampaign] = useState(RUNNING)
  const close = () => setCampaign({ ...campaign, status: 'COMPLETED', billingClosedAt: '2026-11-19T10:00:00Z' })
  return (
    <>
      <button type="button" onClick={close}>
        Close
      </button>
      <Recipients campaign={campaign} />
    </>
  )
}

test('statuses that changed between the last reads of list and campaign are shown when the campaign is closed', async () => {
  signInAs('administrator')
  let status = 'SENT'
  vi.spyOn(api, 'get').mockImplementation(async () => ({
    data: [{ id: 'm', status, contactId: 'p', contact: { name: 'Meera', e164: '+919876543210' }, readAt: null }],
    total: 1,
    page: 1,
    pageSize: 25,
    nextCursor: null,
  }))
  showPage(<Page />, { at: '/campaigns/c', route: '/campaigns/$id' })
  const table = async () => (await screen.findByRole('table', { name: 'Recipients' })).textContent
  await waitFor(async () => expect(await table()).toContain('Sent'))
  status = 'DELIVERED'
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(async () => expect(await table()).toContain('Delivered'))
})

import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage, signInAs } from '../../tests/show-page.tsx'
import { api } from '../api/api.ts'
import { AuditPage } from './admin/audit/audit-page.tsx'
import { VendorsPage } from './admin/vendors/vendors-page.tsx'
import { ImportsPage } from './imports/imports-page.tsx'
import { ListsPage } from './lists/lists-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A day in India. */
const DAY = { from: '2026-11-14T18:30:00.000Z', to: '2026-11-15T18:30:00.000Z' }
const DAY_IN_URL = 'from=2026-11-15&to=2026-11-15'

test.each([
  ['/lists?kind=DYNAMIC', <ListsPage key="lists" />, '/contact-lists', { kind: 'DYNAMIC' }],
  [
    `/imports?status=FAILED&${DAY_IN_URL}`,
    <ImportsPage key="imports" />,
    '/contacts/import',
    { status: 'FAILED', createdFrom: DAY.from, createdTo: DAY.to },
  ],
  ['/admin/vendors?status=CLOSED', <VendorsPage key="vendors" />, '/admin/vendors', { status: 'CLOSED' }],
  [
    `/admin/audit?action=REFUND_ISSUED&operatorId=o&${DAY_IN_URL}`,
    <AuditPage key="audit" />,
    '/admin/audit',
    { action: 'REFUND_ISSUED', operatorId: 'o', ...DAY },
  ],
])('the filters in the URL of %s are those of its list', async (at, page, path, filters) => {
  signInAs(at.startsWith('/admin') ? 'operator' : 'administrator')
  const get = vi.spyOn(api, 'get').mockResolvedValue({ data: [], total: 0, page: 1, pageSize: 25, nextCursor: null })
  showPage(page, { at, route: at.replace(/\?.*/, '') })
  await waitFor(() => expect(get).toHaveBeenCalledWith(path, expect.objectContaining(filters), expect.any(AbortSignal)))
})

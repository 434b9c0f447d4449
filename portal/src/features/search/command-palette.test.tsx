import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage, signInAs } from '../../../tests/show-page.tsx'
import { api } from '../../api/api.ts'
import * as files from '../../api/download.ts'
import { CommandPalette } from './command-palette.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const NOTHING = { contacts: [], lists: [], campaigns: [], templates: [], imports: [], invoices: [] }
const type = async (value: string) => fireEvent.change(await screen.findByRole('combobox'), { target: { value } })

test('an invoice that was found is downloaded, and one result is called one', async () => {
  signInAs('administrator')
  vi.spyOn(api, 'post').mockResolvedValue({ ...NOTHING, invoices: [{ id: 'i', invoiceNumber: 'HRK-2026-7' }] })
  const download = vi.spyOn(files, 'download').mockResolvedValue()
  showPage(<CommandPalette onClose={() => {}} />)
  await type('HRK-2026-7')
  await screen.findByText('1 result')
  fireEvent.click(await screen.findByText('HRK-2026-7'))
  await waitFor(() => expect(download).toHaveBeenCalledWith('/billing/invoices/i/pdf', 'HRK-2026-7.pdf'))
})

test('operators are not told that nothing was found while vendors are being fetched', async () => {
  signInAs('operator')
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}))
  showPage(<CommandPalette onClose={() => {}} />)
  await type('lotus')
  await screen.findByText('Searching…')
  expect(screen.queryByText(/Nothing found/)).toBeNull()
})

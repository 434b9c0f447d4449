import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showPage, signInAs } from '../../tests/show-page.tsx'
import { api } from '../api/api.ts'
import { RefundDecision } from './admin/refunds/refund-decision.tsx'
import { VendorPricing } from './admin/vendors/vendor-pricing.tsx'
import { RegisterPage } from './auth/register-page.tsx'
import { ReplaceForm } from './imports/rows/replace-form.tsx'
import { ReplyForm } from './inbox/reply-form.tsx'
import { CreateList } from './lists/create-list.tsx'
import { AccountPage } from './settings/account-page.tsx'

beforeEach(() => {
  sessionStorage.clear()
  // Text areas that grow wait for fonts, which this DOM has not.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  signInAs('administrator')
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
  signInAs(/note|markup/.test(what) ? 'operator' : 'administrator')
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  const router = showPage(page)
  await type(label, '15')
  // A navigation that was refused never ends.
  void router.navigate({ to: '/other' as never })
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  await screen.findByLabelText(label)
})

test('a cancelled dialog forgets what was typed, and one that was closed by mistake keeps it', async () => {
  const open = () => showPage(<CreateList onClose={() => cleanup()} />)
  const name = async () => (await screen.findByLabelText<HTMLInputElement>('Name')).value
  open()
  await type('Name', 'VIP')
  cleanup()
  open()
  expect(await name()).toBe('VIP')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  open()
  expect(await name()).toBe('')
})

test('a reload of the registration keeps company and email until sign-in, and never the password', async () => {
  showPage(<RegisterPage />)
  await type('Company name', 'Asha Traders')
  await type('Email', 'asha@example.com')
  await type('Password', 'seven quiet rivers')
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('rivers')
  cleanup()
  showPage(<RegisterPage />)
  const values = ['Company name', 'Email', 'Password'].map((label) => screen.findByLabelText<HTMLInputElement>(label))
  expect((await Promise.all(values)).map(({ value }) => value)).toEqual(['Asha Traders', 'asha@example.com', ''])
  signInAs('administrator')
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('asha@example.com')
})

import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../server/tests/support/eventually.ts'
import { captured, paymentEntity, webhookHeaders } from '../../../server/tests/support/payments/gateway-events.ts'
import { request } from '../../../server/tests/support/processes/process.ts'
import { DESKTOP_AND_PHONE, openBrowser, VIEWS } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { contradict, reportAccount } from './support/provider-reports.ts'
import {
  DEMO,
  demoIsReady,
  OPERATOR,
  type Product,
  signIn,
  startForBrowser,
  waitForAdminEntry,
} from './support/steps.ts'

const COMPANY = 'Demo'
/** Each view credits an amount of its own, which its audit entry is found by. */
const CREDITS = [
  { amount: '750', says: '₹750.00' },
  { amount: '1,250.50', says: '₹1,250.50' },
] as const
const VIEWS_WITH_CREDIT = VIEWS.map((view, n) => ({ ...view, ...(CREDITS[n] ?? CREDITS[0]) }))

describe.runIf(hasChromium())('operators', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await startForBrowser()
    ;({ openPage } = await openBrowser(product))
    await demoIsReady(product)
  })

  test.each(VIEWS_WITH_CREDIT)(
    'an operator finds a vendor, gives it a bonus, and sees it in its page and in the audit ($scheme, $width)',
    async ({ amount, says, ...view }) => {
      const { page, inspect, context } = await openPage(view)
      await signIn(page, product.url, OPERATOR)
      await page.goto(`${product.url}/admin`)
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
      await page.getByRole('heading', { name: 'Revenue by day' }).waitFor()
      await page.waitForLoadState('networkidle')
      await inspect('admin-dashboard')

      await page.goto(`${product.url}/admin/vendors`)
      await page.getByLabel('Search by company name').fill('no such company')
      await page.getByText('No matching vendors').waitFor()
      await page.getByLabel('Search by company name').fill(COMPANY)
      await page.getByRole('link', { name: COMPANY }).waitFor()
      await inspect('admin-vendors')
      await page.getByRole('link', { name: COMPANY }).click()

      await page.getByRole('button', { name: 'Credit wallet' }).click()
      await page.getByText('Enter a reason.').waitFor()
      await page.getByLabel('Amount (INR)').fill(amount)
      await page.getByLabel('Reason').fill(`Goodwill of ${says}`)
      await page.getByRole('button', { name: `Credit ${says} as a bonus` }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Credit ${says} as a bonus` })
        .click()
      const entry = page
        .getByRole('row')
        .filter({ hasText: 'Wallet credited' })
        .filter({ hasText: `Goodwill of ${says}` })
      await entry.waitFor()
      expect(await entry.textContent()).toContain(`Amount: ${says}`)
      await page.getByRole('button', { name: 'Verify ledger' }).click()
      await page.getByText('Ledger verified').waitFor()
      await inspect('admin-vendor')
      await page.getByRole('button', { name: 'Set custom plan' }).click()
      await page.getByLabel('Price per month, excluding GST (INR)').fill('25,000')
      await page.getByRole('button', { name: 'Set ₹25,000.00 per month' }).waitFor()
      await inspect('admin-vendor-plan')

      await page.goto(`${product.url}/admin/audit`)
      await entry.waitFor()
      await inspect('admin-audit')
      await context.close()
    },
  )

  test.each(VIEWS)('every other page is usable and accessible ($scheme, $width)', async (view) => {
    const { page, inspect, context } = await openPage(view)
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/billing`)
    await page.getByRole('row').filter({ hasText: COMPANY }).waitFor()
    await inspect('admin-billing')
    await page.goto(`${product.url}/admin/pricing`)
    await page.getByLabel('Filter by country code').fill('in')
    await page.getByRole('row').filter({ hasText: 'Marketing, India, in USD' }).waitFor()
    await page.getByText('No tiers').waitFor()
    await page.getByRole('table', { name: 'Exchange rates' }).getByText('In use').first().waitFor()
    await inspect('admin-pricing')
    await page.goto(`${product.url}/admin/dead-letters`)
    await page.getByText('No dead letters', { exact: true }).waitFor()
    await inspect('admin-dead-letters')
    await page.goto(`${product.url}/admin/flagged-imports`)
    await page.getByText('No flagged imports').waitFor()
    await inspect('admin-flagged-imports')
    await context.close()
  })

  test('a price and a fee start when the operator says, on a clock that is named, and at once if nothing is said', async () => {
    const { page, inspect, context } = await openPage({ scheme: 'light', width: 1440 })
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/pricing`)
    const { zone, instant } = await page.evaluate(() => ({
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      instant: new Date('2099-04-01T09:30').toISOString(),
    }))
    for (const startsAt of ['', '2099-04-01T09:30']) {
      await page.getByRole('button', { name: 'Add price' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add price' })
      await dialog.getByLabel('Country').fill('ES')
      await dialog.getByLabel('Cost per message (USD)').fill('0.0615')
      await dialog.getByText('Leave empty to start immediately.').waitFor()
      await dialog.getByLabel(`Effective from (${zone})`).fill(startsAt)
      await dialog.getByText(startsAt ? /Applies from 1 Apr 2099, 9:30 am/ : /Applies immediately/).waitFor()
      const preview = dialog.getByRole('region', { name: 'What changes' })
      await preview.getByText(startsAt ? 'USD 0.076875 (+0.0%)' : 'None. Campaigns cannot be quoted.').waitFor()
      await inspect(`admin-price-${startsAt ? 'later' : 'now'}`)
      await dialog.getByRole('button', { name: 'Add USD 0.0615 for ES' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByLabel('Filter by country code').fill('es')
    await page.getByLabel('Filter by validity').selectOption('false')
    const rows = page.getByRole('table', { name: 'Message prices' }).getByRole('row').filter({ hasText: 'Spain' })
    await rows.filter({ hasText: 'Active' }).waitFor()
    await rows.filter({ hasText: 'Scheduled' }).waitFor()
    expect(await rows.filter({ hasText: 'Scheduled' }).locator('time').getAttribute('datetime')).toBe(instant)
    await page.getByRole('button', { name: 'Add fee' }).click()
    const fee = page.getByRole('dialog', { name: 'Add fee' })
    await fee.getByLabel('Fee per campaign (INR)').fill('5')
    await fee.getByRole('region', { name: 'What changes' }).getByText('₹0.00 → ₹5.00').waitFor()
    await fee.getByLabel(`Effective from (${zone})`).fill('2099-04-01T09:30')
    await fee.getByRole('button', { name: /^Add ₹5/ }).click()
    await fee.waitFor({ state: 'detached' })
    const starts = page.getByRole('table', { name: 'Platform fees' }).locator('time')
    expect(await starts.first().getAttribute('datetime')).toBe(instant)
    await context.close()
  })

  test('a payment of another amount than ordered is a dead letter, and is tried again', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    await payWrongAmount()
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/dead-letters`)
    await page.getByRole('link', { name: 'Webhook: payment gateway' }).click()
    await page.getByText('The amount differs from the order.').waitFor()
    await page.getByText('₹600.00').waitFor()
    await inspect('admin-dead-letter')
    await page.getByRole('button', { name: 'Replay webhook' }).click()
    await page.getByRole('dialog').waitFor()
    await inspect('admin-replay')
    await page.getByRole('dialog').getByRole('button', { name: 'Replay webhook' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${product.url}/admin/audit`)
    await page.getByRole('row').filter({ hasText: 'Dead letter' }).first().waitFor()
    await context.close()
  })

  async function payWrongAmount() {
    const { body: demo } = await request(`${product.url}/api/v1/auth/login`, 'POST', DEMO)
    const order = { amountMinorUnit: 70_000 }
    const path = `${product.url}/api/v1/billing/wallet/create-order`
    const { body } = await request(path, 'POST', order, demo.accessToken)
    const event = JSON.stringify(captured({ ...paymentEntity(body), amount: 60_000 }))
    const answer = await fetch(`${product.url}/webhooks/razorpay`, {
      method: 'POST',
      headers: webhookHeaders(event),
      body: event,
    })
    expect(answer.status).toBe(200)
    await waitForAdminEntry(product, '/admin/dead-letters')
  }

  test('sending is stopped for all vendors by a typed confirmation, and resumed; account reports of the provider are listed', async () => {
    await contradict(product)
    await reportAccount(product)
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/provider`)
    await page.getByText('Sending active').waitFor()
    await eventually(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Discrepancies' }).waitFor()
      await page.getByText('Failed (error 131026)').waitFor({ timeout: 2_000 })
    }, 60_000)
    await page.getByText('Low quality rating').waitFor()
    await page.getByText('Messaging limit TIER_10K.').waitFor()
    const rowsOf = (table: string) => page.getByRole('table', { name: table }).getByRole('row')
    await rowsOf('Account events').filter({ hasText: 'Sending number' }).getByText('Flagged').waitFor()
    await rowsOf('Unassigned messages').filter({ hasText: 'Who is this?' }).waitFor()
    await inspect('admin-provider')
    await page.getByRole('button', { name: 'Stop all sending' }).click()
    const act = page.getByRole('button', { name: 'Stop sending for all vendors' })
    expect(await act.isDisabled()).toBe(true)
    await page.getByLabel('Type STOP to confirm').fill('STOP')
    await act.click()
    await page.getByText('Sending stopped').waitFor()
    await page.getByRole('button', { name: 'Resume sending', exact: true }).click()
    await page.getByRole('button', { name: 'Resume sending for all vendors' }).click()
    await page.getByText('Sending active').waitFor()
    await context.close()
  })

  test('a refund for a platform error is opened at the invoice, and decided like any other', async () => {
    const { page, inspect, context } = await openPage()
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/vendors`)
    await page.getByRole('link', { name: 'Demo' }).click()
    await page.getByRole('tab', { name: 'Invoices' }).click()
    const invoice = page.getByRole('row').filter({ hasText: 'Plan' })
    await invoice.getByRole('button', { name: 'Open refund request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open refund request' }).click()
    await page.getByText('Enter a reason.').waitFor()
    await page.getByRole('dialog').getByLabel('Reason').fill('The bank took it twice.')
    await inspect('admin-open-refund')
    await page.getByRole('dialog').getByRole('button', { name: 'Open refund request' }).click()
    await page.getByText('Pending').waitFor()
    await page.getByLabel('Note').fill('The bank took it back by itself.')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('button', { name: 'Reject request' }).click()
    await page.getByText('Rejected', { exact: true }).waitFor()
    await context.close()
  })

  /** Of the demo vendor, to itself. */
  async function sendOneMessage() {
    const api = `${product.url}/api/v1`
    const { accessToken } = (await request(`${api}/auth/login`, 'POST', DEMO)).body
    const [template] = (await request(`${api}/templates`, 'GET', undefined, accessToken)).body.data
    const variables = { 1: 'Asha', 2: 'Mumbai' }
    const test = { mobile: '+919876543210', variables }
    const sent = await request(`${api}/templates/${template.id}/test`, 'POST', test, accessToken)
    expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 202 })
    await eventually(async () => {
      const { body } = await request(`${api}/messages/${sent.body.messageId}`, 'GET', undefined, accessToken)
      expect(body.sentAt).toEqual(expect.any(String))
    }, 30_000)
  }

  test('a refund is sent back only after its amount was seen and a word typed', async () => {
    await sendOneMessage()
    const vendor = await openPage()
    await signIn(vendor.page, product.url, DEMO)
    await vendor.page.goto(`${product.url}/billing/refunds`)
    const ask = async () => {
      await vendor.page.getByRole('button', { name: 'Request refund of ₹2,948.82' }).click()
      await vendor.page.getByLabel('Reason').fill('We changed our minds.')
      await vendor.page
        .getByRole('dialog')
        .getByRole('button', { name: /₹2,948.82/ })
        .click()
    }
    await ask()
    await vendor.page.getByText('In review').waitFor()
    // The plan stays as it is until the request is decided or withdrawn.
    await vendor.page.goto(`${product.url}/billing/plan`)
    await vendor.page.getByText(/^Refund of HRK-[\d-]+ pending$/).waitFor()
    expect(await vendor.page.getByRole('button', { name: 'View plans' }).count()).toBe(0)
    await vendor.inspect('plan-refund-pending')
    await vendor.page.getByRole('link', { name: 'View request' }).click()
    await vendor.page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await vendor.page.getByRole('dialog').waitFor()
    await vendor.inspect('refund-withdraw')
    await vendor.page.getByRole('button', { name: 'Withdraw request' }).click()
    await vendor.page.getByText('Withdrawn', { exact: true }).waitFor()
    await vendor.inspect('refund-withdrawn')
    await ask()
    await vendor.page.getByText('In review').waitFor()
    await vendor.context.close()

    const { page, inspect, context } = await openPage({ scheme: 'light', width: 360 })
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/refunds`)
    await page
      .getByRole('row')
      .filter({ hasText: 'Pending' })
      .getByRole('link', { name: /^First month/ })
      .click()
    await page.getByText('1 message has been sent since this invoice was paid.').waitFor()
    await inspect('admin-refund-warned')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Enter a note for the vendor.').waitFor()
    await page.getByRole('button', { name: 'Approve ₹2,948.82' }).click()
    await page.getByLabel('Type REFUND to confirm').fill('REFUND')
    await inspect('admin-refund')
    await page.getByRole('button', { name: 'Refund ₹2,948.82' }).click()
    await page.getByText('Refunded', { exact: true }).waitFor()
    await page.getByText(OPERATOR.email).waitFor()
    await inspect('admin-refund-done')
    await context.close()
  })
})

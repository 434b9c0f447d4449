import { beforeAll, describe, expect, test } from 'vitest'
import { captured, paymentEntity, webhookHeaders } from '../../../server/tests/support/gateway-events.ts'
import { type ProductProcess, request } from '../../../server/tests/support/process.ts'
import { openBrowser } from './browser.ts'
import { hasChromium } from './chromium.ts'
import { DEMO, demoIsReady, OPERATOR, signIn, startForBrowser } from './steps.ts'

const VIEWS = [
  { scheme: 'light', width: 1440, company: 'Demo', amount: '750', says: '₹750.00' },
  { scheme: 'dark', width: 360, company: 'Demo', amount: '1,250.50', says: '₹1,250.50' },
] as const

describe.runIf(hasChromium())('operators', () => {
  let product: ProductProcess
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await startForBrowser()
    ;({ openPage } = await openBrowser())
    await demoIsReady(product)
  })

  test.each(VIEWS)(
    'an operator finds a vendor, gives it a bonus, and sees it in its page and in the audit ($scheme, $width)',
    async ({ company, amount, says, ...view }) => {
      const { page, inspect, context } = await openPage(view)
      await signIn(page, product.url, OPERATOR)
      await page.goto(`${product.url}/admin`)
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
      await page.getByRole('heading', { name: 'What vendors paid, day by day' }).waitFor()
      await page.waitForLoadState('networkidle')
      await inspect('admin-dashboard')

      await page.goto(`${product.url}/admin/vendors`)
      await page.getByLabel('Search by company name').fill('no such company')
      await page.getByText('No company of this name').waitFor()
      await page.getByLabel('Search by company name').fill(company)
      await page.getByRole('link', { name: company }).waitFor()
      await inspect('admin-vendors')
      await page.getByRole('link', { name: company }).click()

      await page.getByRole('button', { name: 'Credit the wallet' }).click()
      await page.getByText('Please say what it is for.').waitFor()
      await page.getByLabel('Amount (INR)').fill(amount)
      await page.getByLabel('Reason').fill(`Goodwill of ${says}`)
      await page.getByRole('button', { name: `Credit ${says} as a bonus` }).click()
      const entry = page
        .getByRole('row')
        .filter({ hasText: 'Wallet credited' })
        .filter({ hasText: `Goodwill of ${says}` })
      await entry.waitFor()
      expect(await entry.textContent()).toContain(`Amount: ${says}`)
      await page.getByRole('button', { name: 'Prove this ledger' }).click()
      await page.getByText('Everything holds').waitFor()
      await inspect('admin-vendor')
      await page.getByRole('button', { name: 'Set a custom plan' }).click()
      await page.getByLabel('A month, before GST (INR)').fill('25,000')
      await page.getByRole('button', { name: 'Set ₹25,000.00 a month' }).waitFor()
      await inspect('admin-vendor-plan')

      await page.goto(`${product.url}/admin/audit`)
      await entry.waitFor()
      await inspect('admin-audit')
      await context.close()
    },
  )

  test.each(VIEWS)('every other page can be used and heard ($scheme, $width)', async (view) => {
    const { page, inspect, context } = await openPage(view)
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/billing`)
    await page.getByRole('row').filter({ hasText: view.company }).waitFor()
    await inspect('admin-billing')
    await page.goto(`${product.url}/admin/pricing`)
    await page.getByLabel('Country, two letters').fill('in')
    await page.getByRole('row').filter({ hasText: 'Marketing IN in USD' }).waitFor()
    await page.getByText('No tiers').waitFor()
    await page.getByRole('table', { name: 'Exchange rates' }).getByText('In use').first().waitFor()
    await inspect('admin-pricing')
    await page.goto(`${product.url}/admin/dead-letters`)
    await page.getByText('No dead letters').waitFor()
    await inspect('admin-dead-letters')
    await context.close()
  })

  test('a payment of another amount than ordered is a dead letter, and is tried again', async () => {
    const { page, inspect, context } = await openPage({
      scheme: 'light',
      width: 1440,
      also: [{ scheme: 'dark', width: 360 }],
    })
    await payWrongAmount()
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/dead-letters`)
    await page.getByRole('link', { name: 'Webhook of the payment gateway' }).click()
    await page.getByText('The payment is of another amount than its order.').waitFor()
    await page.getByText('₹600.00').waitFor()
    await inspect('admin-dead-letter')
    await page.getByRole('button', { name: 'Try this webhook again' }).click()
    await page.getByRole('button', { name: 'Replay this webhook' }).click()
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
  }

  test('sending is stopped for everybody by a typed word, and resumed', async () => {
    const { page, inspect, context } = await openPage()
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/provider`)
    await page.getByText('Messages go out').waitFor()
    await inspect('admin-provider')
    await page.getByRole('button', { name: 'Stop all sending' }).click()
    const act = page.getByRole('button', { name: 'Stop sending for every vendor' })
    expect(await act.isDisabled()).toBe(true)
    await page.getByLabel('Type STOP to go on').fill('STOP')
    await act.click()
    await page.getByText('All sending is stopped').waitFor()
    await page.getByRole('button', { name: 'Resume sending' }).click()
    await page.getByRole('button', { name: 'Let every vendor send again' }).click()
    await page.getByText('Messages go out').waitFor()
    await context.close()
  })

  test('a refund for an error of ours is opened at the invoice, and decided like any other', async () => {
    const { page, inspect, context } = await openPage()
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/vendors`)
    await page.getByRole('link', { name: 'Demo' }).click()
    const invoice = page.getByRole('row').filter({ hasText: 'Subscription' })
    await invoice.getByRole('button', { name: 'Open a refund' }).click()
    await page.getByRole('button', { name: 'Open the refund' }).click()
    await page.getByText('Please say what happened.').waitFor()
    await page.getByRole('dialog').getByLabel('Reason').fill('The bank took it twice.')
    await inspect('admin-open-refund')
    await page.getByRole('button', { name: 'Open the refund' }).click()
    await page.getByText('To be decided').waitFor()
    await page.getByLabel('Note').fill('The bank took it back by itself.')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('button', { name: 'Reject and tell the vendor' }).click()
    await page.getByText('Rejected', { exact: true }).waitFor()
    await context.close()
  })

  test('a refund is sent back only after its amount was seen and a word typed', async () => {
    const vendor = await openPage()
    await signIn(vendor.page, product.url, DEMO)
    await vendor.page.goto(`${product.url}/billing/refunds`)
    await vendor.page.getByRole('button', { name: 'Ask for ₹2,948.82 back' }).click()
    await vendor.page.getByLabel('Why').fill('We changed our minds.')
    await vendor.page
      .getByRole('dialog')
      .getByRole('button', { name: /₹2,948.82/ })
      .click()
    await vendor.page.getByText('Being looked at').waitFor()
    await vendor.context.close()

    const { page, inspect, context } = await openPage({ scheme: 'light', width: 360 })
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/refunds`)
    await page.getByRole('link', { name: /^First month/ }).click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Please tell the vendor why.').waitFor()
    await page.getByRole('button', { name: 'Approve ₹2,948.82' }).click()
    await page.getByLabel('Type REFUND to go on').fill('REFUND')
    await inspect('admin-refund')
    await page.getByRole('button', { name: 'Send ₹2,948.82 back' }).click()
    await page.getByText('Refunded', { exact: true }).waitFor()
    await context.close()
  })
})

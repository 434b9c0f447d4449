import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../server/tests/support/eventually.ts'
import { captured, paymentEntity, webhookHeaders } from '../../../server/tests/support/payments/gateway-events.ts'
import { request } from '../../../server/tests/support/processes/process.ts'
import { DESKTOP_AND_PHONE, openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { sharedProduct } from './support/shared-product.ts'
import { DEMO, enter, OPERATOR, type Product, signIn, waitForAdminEntry } from './support/steps.ts'

describe.runIf(hasChromium())('payments', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  const api = async (who: { email: string; password: string }) => {
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', who)
    return (method: string, path: string, content?: object) =>
      request(`${product.url}/api/v1${path}`, method, content, body.accessToken)
  }
  const atGateway = async (path: string, body: object = {}) =>
    (await request(`${product.sandboxUrl}/control/gateway/${path}`, 'POST', body)).body
  const order = async (amountMinorUnit: number) =>
    (await (await api(DEMO))('POST', '/wallet/recharge/init', { amountMinorUnit })).body

  /** A slow bank lets a payment come through after another has paid the order. */
  async function payTwice(amountMinorUnit: number) {
    const { gatewayOrderId } = await order(amountMinorUnit)
    const { paymentId } = await atGateway(`orders/${gatewayOrderId}/fail`)
    await atGateway(`orders/${gatewayOrderId}/pay`)
    await atGateway(`orders/${gatewayOrderId}/pay`, { paymentId })
  }

  async function payUnknownOrder() {
    const payment = paymentEntity({ gatewayOrderId: 'order_unknown0000000', amountMinorUnit: 60_000, currency: 'INR' })
    const event = JSON.stringify(captured(payment))
    await fetch(`${product.url}/webhooks/razorpay`, { method: 'POST', headers: webhookHeaders(event), body: event })
  }

  test('an operator refunds one unplaced payment and credits another, after seeing amount and vendor', async () => {
    await payTwice(50_000)
    await payUnknownOrder()
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    await signIn(page, product.url, OPERATOR)
    await page.goto(`${product.url}/admin/payments`)
    const rows = page.getByRole('row')
    const twice = rows.filter({ hasText: 'Order already paid' })
    const unknown = rows.filter({ hasText: 'No matching order' })
    await twice.waitFor()
    await unknown.waitFor()
    await inspect('admin-payments')

    await twice.getByRole('button', { name: 'Refund' }).click()
    const act = page.getByRole('button', { name: 'Refund ₹500.00' })
    await page.getByRole('heading', { name: /^Refund ₹500\.00 to Demo/ }).waitFor()
    await page.getByLabel('Type REFUND to confirm').fill('REFUND')
    expect(await act.isDisabled()).toBe(true)
    await page.getByLabel('Reason').fill('Paid twice')
    await inspect('admin-payment-refund')
    await act.click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await twice.waitFor({ state: 'detached' })
    await page.getByLabel('Status').selectOption('REFUNDED')
    await twice.getByText('Refunded').waitFor()

    await page.getByLabel('Status').selectOption('UNPLACED')
    await unknown.getByRole('button', { name: 'Credit' }).click()
    expect(await page.getByRole('button', { name: 'Credit ₹600.00', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Vendor' }).fill('demo')
    await page.getByRole('option', { name: /^Demo/ }).click()
    await page.getByLabel('Reason').fill('Found by its bank reference')
    await inspect('admin-payment-credit')
    await page.getByRole('button', { name: /^Credit ₹600\.00 to Demo/ }).click()
    await page.getByText('No unmatched payments').waitFor()
    await page.goto(`${product.url}/admin/audit`)
    await rows.filter({ hasText: 'Found by its bank reference' }).waitFor()
    await context.close()
  })

  test('a dead letter that needs no replay is closed with a reason', async () => {
    const { gatewayOrderId } = await order(40_000)
    const event = JSON.stringify(
      captured({ ...paymentEntity({ gatewayOrderId, amountMinorUnit: 1, currency: 'INR' }) }),
    )
    await fetch(`${product.url}/webhooks/razorpay`, { method: 'POST', headers: webhookHeaders(event), body: event })
    await waitForAdminEntry(product, '/admin/dead-letters')
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    await signIn(page, product.url, OPERATOR)
    await eventually(async () => {
      await page.goto(`${product.url}/admin/dead-letters`)
      await page.getByRole('link', { name: 'Webhook: payment gateway' }).click({ timeout: 3_000 })
    }, 30_000)
    await page.getByRole('button', { name: 'Close without replay' }).click()
    await page.getByLabel('Reason').fill('Dealt with by phone')
    await inspect('admin-dead-letter-close')
    await page.getByRole('button', { name: 'Close dead letter' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Closed').waitFor()
    await page.goto(`${product.url}/admin/dead-letters`)
    await page.getByText('No dead letters', { exact: true }).waitFor()
    await context.close()
  })

  test('a closed vendor finds its books on every address, and nothing else', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    const vendor = await enter(page, product)
    const asVendor = await api(vendor)
    const { gatewayOrderId, orderId } = (await asVendor('POST', '/wallet/recharge/init', { amountMinorUnit: 80_000 }))
      .body
    await atGateway(`orders/${gatewayOrderId}/pay`)
    await eventually(async () => {
      expect((await asVendor('GET', `/billing/orders/${orderId}`)).body.status).toBe('PAID')
    }, 30_000)
    await page.goto(`${product.url}/wallet`)
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
    const { body } = await asVendor('POST', '/billing/refund-requests', { kind: 'WALLET_EXIT', reason: 'We move on.' })
    await (await api(OPERATOR))('POST', `/admin/refunds/${body.id}/approve`, {})
    await eventually(async () => {
      expect((await asVendor('GET', '/contacts')).body.code).toBe('VENDOR_CLOSED')
    }, 30_000)
    for (const path of ['/', '/contacts', '/settings']) {
      await page.goto(`${product.url}${path}`)
      await page.getByRole('heading', { level: 1, name: 'This account is closed' }).waitFor()
    }
    await page.getByText('₹784.00').first().waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download PDF of .+$/ })
        .first()
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    await page.getByText('Will be deleted on').waitFor()
    await page.getByRole('button', { name: 'Export everything' }).click()
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download export' }).click(),
    ])
    expect(archive.suggestedFilename()).toMatch(/\.zip$/)
    await inspect('closed-account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Email').waitFor()
    await context.close()
  })
})

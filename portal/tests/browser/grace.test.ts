import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import {
  advance,
  DEMO,
  demoIsReady,
  inviteMember,
  type Product,
  payAtSandbox,
  signIn,
  startForBrowser,
} from './support/steps.ts'

const DAY = 86_400

describe.runIf(hasChromium())('an unpaid plan', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await startForBrowser({ REFRESH_TOKEN_TTL_SECONDS: '31536000' })
    ;({ openPage } = await openBrowser(product))
    await demoIsReady(product)
  })

  test('shows yellow, then red, then covers the page; money, replies and support stay open, and members see whom to ask; paid, it is open again', async () => {
    const member = await inviteMember(product)
    const { page, inspect } = await openPage()
    await signIn(page, product.url, DEMO)
    await page.goto(product.url)
    const subscription = await subscriptionOf(product)
    await request(`${product.sandboxUrl}/control/gateway/subscriptions/${subscription.gatewaySubId}/pending`, 'POST')
    await page.getByText('Your last payment failed.').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: /^Pay ₹[\d,.]+$/ }).waitFor()
    await inspect('grace-yellow')

    await advance(product, 5 * DAY)
    await page.reload()
    await page.getByText('Your plan is unpaid.').waitFor()
    await page.getByText('(in 2 days)').waitFor()
    await inspect('grace-red')

    await advance(product, 4 * DAY)
    await page.reload()
    const overlay = page.getByRole('dialog', { name: 'Your account is frozen' })
    await overlay.waitFor()
    await inspect('frozen')
    await page.keyboard.press('Escape')
    expect(await overlay.isVisible()).toBe(true)
    await overlay.getByRole('button', { name: 'Contact support' }).click()
    await page.getByRole('dialog', { name: 'Contact support' }).getByRole('button', { name: 'Close' }).click()
    await overlay.getByRole('link', { name: 'Wallet' }).click()
    await overlay.waitFor({ state: 'detached' })

    const phone = await openPage({ scheme: 'dark', width: 360 })
    await signIn(phone.page, product.url, member)
    await phone.page.goto(product.url)
    await phone.page.getByText(`Ask ${DEMO.email}`).first().waitFor()
    await phone.inspect('frozen-member')

    await page.goto(product.url)
    await overlay.getByRole('button', { name: /^Pay ₹[\d,.]+$/ }).click()
    await payAtSandbox(page)
    await page.getByText('Your plan is paid.').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByText('Plan active').first().waitFor()
    await overlay.waitFor({ state: 'detached' })
  })
})

async function subscriptionOf({ url }: Product) {
  const { body } = await request(`${url}/api/v1/auth/login`, 'POST', DEMO)
  return (await request(`${url}/api/v1/billing/subscription`, 'GET', undefined, body.accessToken)).body
}

import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, VIEWS } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import {
  DEMO,
  demoIsReady,
  enter,
  inviteMember,
  type Product,
  payAtSandbox,
  signIn,
  startForBrowser,
} from './support/steps.ts'

/** Between the margins of the page, at 96 pixels to an inch. */
const A4 = { width: 687, height: 1000 }
/** A laptop of 1440 × 900 at a zoom of 200%. */
const ZOOMED = { width: 720, height: 450 }

describe.runIf(hasChromium())('money', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    // What the demo vendor may ask back changes with what others do to it.
    product = await startForBrowser()
    ;({ openPage } = await openBrowser(product))
    await demoIsReady(product)
  })

  test.each(VIEWS)('the wallet is usable and accessible ($scheme, $width)', async (view) => {
    const { page, inspect, context } = await openPage(view)
    await signIn(page, product.url, DEMO)
    await page.goto(`${product.url}/wallet`)
    await page.getByRole('heading', { name: 'Spending by day' }).waitFor()
    await page.getByRole('table', { name: 'Wallet transactions' }).waitFor()
    await page.getByRole('button', { name: 'Verify ledger' }).click()
    await page.getByText('Ledger verified').waitFor()
    await page.waitForLoadState('networkidle')
    await inspect('wallet')
    await context.close()
  })

  test.each(VIEWS)('plan, invoices and refunds are usable and accessible ($scheme, $width)', async (view) => {
    const { page, inspect, context } = await openPage(view)
    await signIn(page, product.url, DEMO)
    await page.goto(`${product.url}/billing`)
    await page.getByText(/of 50,000 used/).waitFor()
    await inspect('plan')
    await page.getByRole('button', { name: 'View plans' }).click()
    await page.getByRole('button', { name: /^Pay ₹[\d,.]+ and change plan$/ }).waitFor()
    await inspect('plan-change')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('link', { name: 'Invoices' }).click()
    await page.getByRole('row').filter({ hasText: 'HRK-' }).first().waitFor()
    await inspect('invoices')
    await page.getByRole('link', { name: 'Refunds' }).click()
    await page.getByRole('button', { name: 'Request refund of ₹2,948.82' }).waitFor()
    await page.getByRole('table', { name: 'Refund calculation' }).waitFor()
    await inspect('refunds')
    await page.getByRole('button', { name: 'Close account' }).click()
    await page.getByRole('dialog', { name: 'Close account' }).getByLabel('Type CLOSE to confirm').fill('CLOSE')
    await inspect('leave')
    await context.close()
  })

  test('a new vendor chooses a plan, sees its price, pays, and downloads the invoices as PDF', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/billing/plan`)
    await page.getByRole('heading', { level: 1, name: 'Choose a plan' }).waitFor()
    await page.getByRole('button', { name: 'Choose SMB' }).waitFor()
    await inspect('choose-plan')
    await page.getByRole('button', { name: 'Choose SMB' }).click()
    // 999.00 and 2,499.00, and 18 % on both
    await page.getByRole('table', { name: 'Order summary' }).getByText('₹4,127.64').waitFor()
    await inspect('plan-order')
    await page.getByRole('dialog').getByRole('button', { name: 'Pay ₹4,127.64' }).click()
    await payAtSandbox(page)
    await page.getByText('Your plan is active').first().waitFor()
    await page.getByText('Plan active').first().waitFor()
    await page.getByRole('link', { name: 'View invoices' }).click()
    await page
      .getByRole('button', { name: /^Download PDF of HRK-\d+-\d+$/ })
      .first()
      .waitFor({ timeout: 60_000 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download PDF of HRK/ })
        .first()
        .click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^HRK-\d+-\d+\.pdf$/)
    await context.close()
  })

  test.each([
    ['/billing/invoices', 'Invoices'],
    ['/wallet', 'Wallet transactions'],
  ])('%s is a table on A4 paper, and everything is within reach at a zoom of 200%%', async (path, table) => {
    const { page, context } = await openPage({ scheme: 'light', width: A4.width })
    await signIn(page, product.url, DEMO)
    await page.goto(product.url + path)
    const rows = page.getByRole('table', { name: table })
    await rows.getByRole('row').nth(1).waitFor()
    const layout = () =>
      page.evaluate((label) => {
        const [head, cell] = ['thead', 'td'].map((one) => document.querySelector(`table[aria-label="${label}"] ${one}`))
        return {
          isTable: cell !== null && cell !== undefined && getComputedStyle(cell).display === 'table-cell',
          hasHeadings: (head?.getBoundingClientRect().height ?? 0) > 10,
          isTooWide: document.documentElement.scrollWidth > innerWidth,
        }
      }, table)
    await page.setViewportSize(A4)
    await page.emulateMedia({ media: 'print' })
    expect(await layout()).toEqual({ isTable: true, hasHeadings: true, isTooWide: false })
    expect((await page.pdf({ format: 'A4', preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize(ZOOMED)
    expect((await layout()).isTooWide).toBe(false)
    await context.close()
  })

  test('members see how things stand, and whom to ask for the rest', async () => {
    const { page, inspect, context } = await openPage({ scheme: 'light', width: 360 })
    await signIn(page, product.url, await inviteMember(product))
    await page.goto(`${product.url}/wallet`)
    await page.getByText(`add funds and view transactions. Ask ${DEMO.email}`).waitFor()
    await inspect('wallet-member')
    for (const [path, to] of [
      ['plan', 'change or cancel the plan'],
      ['invoices', 'view invoices'],
      ['refunds', 'request refunds'],
    ]) {
      await page.goto(`${product.url}/billing/${path}`)
      await page.getByText(`Only an administrator can ${to}. Ask ${DEMO.email}`).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    }
    await context.close()
  })

  test('a recharge that the bank declines changes nothing; tried again it is in the wallet', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/wallet`)
    await page.getByText('No transactions yet').waitFor()
    await page.getByText('Other amount').click()
    await page.getByLabel('Amount (INR)').fill('0.50')
    await page.getByRole('button', { name: 'Add funds', exact: true }).click()
    await page.getByText('The minimum is ₹1.00.').waitFor()
    await page.getByLabel('Amount (INR)').fill('1,250.50')
    await page.getByText('New balance: ₹1,250.50.').waitFor()
    await inspect('wallet-new')
    await page.getByRole('button', { name: 'Add ₹1,250.50' }).click()
    await page.getByRole('button', { name: 'Decline payment' }).click()
    await page.getByRole('link', { name: 'Cancel and return to Harkara' }).click()
    await page.getByRole('heading', { name: 'Payment of ₹1,250.50 failed' }).waitFor()
    await inspect('order-failed')
    await page.getByRole('button', { name: 'Pay ₹1,250.50' }).click()
    await payAtSandbox(page)
    await page.getByRole('heading', { name: '₹1,250.50 paid' }).waitFor()
    await page.getByText('Your balance is ₹1,250.50.').waitFor()
    await inspect('order-paid')
    await page.getByRole('link', { name: 'View wallet' }).click()
    await page.getByRole('row').filter({ hasText: '+₹1,250.50' }).waitFor()
    await context.close()
  })
})

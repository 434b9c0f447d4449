import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP_AND_PHONE, openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { sharedProduct } from './support/shared-product.ts'
import { OPERATOR, type Product, SECOND_OPERATOR, signIn } from './support/steps.ts'

describe.runIf(hasChromium())('two operators', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  const openDemo = async (page: Page) => {
    await page.goto(`${product.url}/admin/vendors`)
    await page.getByRole('link', { name: 'Demo' }).click()
    await page.getByRole('tab', { name: 'Transactions' }).waitFor()
  }
  const transaction = (page: Page, text: string) =>
    page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: text })
  const request = (page: Page, text: string) =>
    page.getByRole('table', { name: 'Approvals' }).getByRole('row').filter({ hasText: text })

  test('a large credit is confirmed, waits for the other one, is approved, and is taken back the same way', async () => {
    const first = await openPage(DESKTOP_AND_PHONE)
    const second = await openPage(DESKTOP_AND_PHONE)
    await signIn(first.page, product.url, OPERATOR)
    await signIn(second.page, product.url, SECOND_OPERATOR)
    const { page } = first

    await openDemo(page)
    const sent: string[] = []
    page.on('request', (call) => call.method() === 'POST' && sent.push(new URL(call.url()).pathname))
    await page.getByRole('radio', { name: 'Credit' }).check()
    await page.getByLabel('Amount (INR)').fill('75,000')
    await page.getByLabel('Reason').fill('Bank transfer of Monday')
    await page.getByRole('button', { name: 'Credit ₹75,000.00' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Demo Traders is credited with ₹75,000.00: “Bank transfer of Monday”.').waitFor()
    await first.inspect('admin-credit-confirm')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(sent.filter((path) => path.includes('/wallet/'))).toEqual([])
    await page.getByRole('button', { name: 'Credit ₹75,000.00' }).click()
    await dialog.getByRole('button', { name: 'Credit ₹75,000.00' }).click()
    await page.getByText('Awaiting approval').waitFor()
    expect(await transaction(page, 'Bank transfer of Monday').count()).toBe(0)

    await page.goto(`${product.url}/admin/approvals`)
    const own = request(page, 'Credit ₹75,000.00')
    await own.getByText('Awaiting another operator').waitFor()
    expect(await own.getByRole('button').count()).toBe(0)

    await second.page.goto(`${product.url}/admin/approvals`)
    const asked = request(second.page, 'Credit ₹75,000.00')
    await asked.waitFor()
    expect(await asked.textContent()).toMatch(/Demo Traders.*Bank transfer of Monday.*operator@harkara\.test.*Pending/)
    await second.inspect('admin-approvals')
    await asked.getByRole('button', { name: 'Approve' }).click()
    await second.page
      .getByText(/Requested by operator@harkara.test: “Bank transfer of Monday”. For Demo Traders./)
      .waitFor()
    await second.inspect('admin-approve')
    await second.page.getByRole('dialog').getByRole('button', { name: 'Credit ₹75,000.00' }).click()
    await request(second.page, 'Approved').getByText('by operator2@harkara.test').waitFor()

    await openDemo(page)
    const credit = transaction(page, 'Bank transfer of Monday')
    await credit.getByRole('button', { name: 'Correct credit' }).click()
    await dialog.getByRole('button', { name: 'Debit ₹75,000.00' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Reason').fill('It was for another vendor')
    await first.inspect('admin-correct')
    await dialog.getByRole('button', { name: 'Debit ₹75,000.00' }).click()
    await page.getByText('Awaiting approval').waitFor()
    await second.page.reload()
    await request(second.page, 'Debit ₹75,000.00').getByRole('button', { name: 'Approve' }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: 'Debit ₹75,000.00' }).click()
    await second.page.getByText('₹75,000.00 debited from Demo Traders.').waitFor()
    await page.reload()
    await transaction(page, 'It was for another vendor').waitFor()
    await transaction(page, 'Bank transfer of Monday').getByText('₹75,000.00 corrected').waitFor()
    await first.inspect('admin-vendor-transactions')

    // A small one goes at once.
    await page.getByLabel('Amount (INR)').fill('10')
    await page.getByLabel('Reason').fill('Goodwill')
    await page.getByRole('button', { name: 'Credit ₹10.00 as a bonus' }).click()
    await dialog.getByRole('button', { name: 'Credit ₹10.00 as a bonus' }).click()
    await transaction(page, 'Goodwill').getByRole('button', { name: 'Correct credit' }).click()
    await dialog.getByLabel('Reason').fill('Not meant')
    await dialog.getByRole('button', { name: 'Debit ₹10.00' }).click()
    await page.getByText('₹10.00 debited from Demo Traders.').waitFor()

    // The other one is disabled, and is out at once.
    await page.goto(`${product.url}/admin/operators`)
    const other = page.getByRole('row').filter({ hasText: SECOND_OPERATOR.email })
    await other.getByText('Active').waitFor()
    await first.inspect('admin-operators')
    await other.getByRole('button', { name: `Manage ${SECOND_OPERATOR.email}` }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await dialog.getByText('They are signed out everywhere immediately').waitFor()
    await first.inspect('admin-operators-disable')
    await dialog.getByRole('button', { name: 'Disable operator' }).click()
    await other.getByText('Disabled').waitFor()
    await second.page.reload()
    await second.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await other.getByRole('button', { name: `Manage ${SECOND_OPERATOR.email}` }).click()
    await page.getByRole('menuitem', { name: 'Enable' }).click()
    await dialog.getByRole('button', { name: 'Enable operator' }).click()
    await other.getByText('Active').waitFor()
    await first.context.close()
    await second.context.close()
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { hasChromium } from './chromium.ts'
import { sharedProduct } from './shared-product.ts'
import { type Product, payAtSandbox, register } from './steps.ts'

const FILE = ['Customer;Mobile no.;City', 'Asha;98765 43210;Pune', 'Ben;+91 98765-43211;Mumbai', 'Dev;12;Goa'].join(
  '\r\n',
)
const VIEWS = [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 360 },
] as const

describe.runIf(hasChromium())('the whole story', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test.each(VIEWS)(
    'somebody new registers, pays, imports a messy file and sends a campaign, led by the checklist alone ($scheme, $width)',
    async (view) => {
      const { page, inspect, context } = await openPage(view)
      await register(page, product)
      await page.getByText('Five steps to your first campaign').waitFor()
      await inspect('story-begin')

      await next(page, 'Fill in the company')
      await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
      await page.getByLabel('Legal name').fill('Asha Traders Private Limited')
      await page.getByRole('button', { name: 'Save the company' }).click()
      await page.getByText('Saved.').waitFor()

      await home(page, product)
      await next(page, 'Choose a plan')
      await page.getByRole('button', { name: 'Choose SMB' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay ₹/ })
        .click()
      await payAtSandbox(page)
      await page.getByText('Your plan has started').first().waitFor()

      await home(page, product)
      await next(page, 'Import a file')
      await page.getByLabel('Choose a file of contacts').setInputFiles({
        name: 'customers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(FILE),
      })
      await page.getByLabel(/Put everybody in this file on a list/).fill('Customers')
      await page.getByRole('button', { name: 'Upload 3 rows' }).click()
      await page.getByRole('button', { name: 'These are right' }).click()
      await page.getByRole('button', { name: 'Show me what would happen' }).click()
      await page.getByRole('button', { name: 'Import 2 contacts' }).click()
      await page.getByText('are new in your contacts').waitFor()

      await home(page, product)
      await next(page, 'Write a template')
      await page.getByLabel('Name', { exact: true }).fill('First offer')
      await page.getByLabel('Text', { exact: true }).fill('Hello {{1}}, this week everything costs a tenth less.')
      await page.getByLabel('{{1}}', { exact: true }).fill('Asha')
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await page.getByText('Approved', { exact: true }).waitFor()

      await home(page, product)
      await next(page, 'Prepare a campaign')
      await page.getByRole('radio', { name: /first_offer/ }).click()
      await page.getByRole('button', { name: 'Next: choose the people' }).click()
      await page.getByRole('radio', { name: /Customers/ }).click()
      await page.getByRole('button', { name: 'Next: the details' }).click()
      await page.getByLabel('What stands for {{1}}?').selectOption({ label: 'Their name' })
      await page.getByRole('button', { name: 'Next: see what it costs' }).click()
      await page.getByRole('button', { name: /^Recharge with ₹[\d.]+ and come back$/ }).click()
      await page.getByRole('button', { name: /^Recharge with ₹[\d,.]+$/ }).click()
      await payAtSandbox(page)
      await page.getByRole('link', { name: 'Go on where you were' }).click()
      await page.locator('button:enabled').filter({ hasText: 'Send to 2 people' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Send to 2 people/ })
        .click()
      await page.getByRole('heading', { name: '2 of 2 delivered' }).waitFor()

      await home(page, product)
      await page.getByText('2 of 2 messages of the last 14 days were delivered; 0 failed.').waitFor()
      expect(await page.getByText('Five steps to your first campaign').count()).toBe(0)
      await inspect('story-end')
      await context.close()
    },
  )
})

const home = (page: Page, product: Product) => page.goto(product.url)
/** What the checklist says comes next. */
async function next(page: Page, action: string) {
  const checklist = page.getByRole('region', { name: 'Your first campaign' })
  await checklist.getByRole('link', { name: action }).click()
  await checklist.waitFor({ state: 'detached' })
}

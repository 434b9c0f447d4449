import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, VIEWS } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { sharedProduct } from './support/shared-product.ts'
import { type Product, payAtSandbox, register } from './support/steps.ts'

const FILE = ['Customer;Mobile no.;City', 'Asha;98765 43210;Pune', 'Ben;+91 98765-43211;Mumbai', 'Dev;12;Goa'].join(
  '\r\n',
)

describe.runIf(hasChromium())('the whole story', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test.each(VIEWS)(
    'a new user registers, pays, imports a messy file and sends a campaign, guided by the checklist alone ($scheme, $width)',
    async (view) => {
      const { page, inspect, context } = await openPage(view)
      await register(page, product)
      await page.getByText('6 of 6 steps left to your first campaign').waitFor()
      await inspect('story-begin')

      await next(page, 'Add details')
      await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
      await page.getByLabel('Legal name').fill('Asha Traders Private Limited')
      await page.getByRole('button', { name: 'Save details' }).click()
      await page.getByText('Company details saved.').waitFor()

      await home(page, product)
      await next(page, 'Choose plan')
      await page.getByRole('button', { name: 'Choose SMB' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay ₹/ })
        .click()
      await payAtSandbox(page)
      await page.getByText('Your plan is active. Add funds to your wallet to send messages.').first().waitFor()

      await home(page, product)
      await page.getByText('Campaigns need funds.').waitFor()
      await next(page, 'Add funds')
      await page
        .getByRole('region', { name: 'Add funds' })
        .getByRole('button', { name: /^Add ₹[\d,.]+$/ })
        .click()
      await payAtSandbox(page)
      await page.getByText('Funds added to your wallet.').first().waitFor()

      await home(page, product)
      await next(page, 'Import contacts')
      await page.getByLabel('Choose a contacts file').setInputFiles({
        name: 'customers.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(FILE),
      })
      await page.getByLabel(/Contact list \(optional\)/).fill('Customers')
      await page.getByRole('button', { name: 'Upload 3 rows' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Preview import' }).click()
      await page.getByRole('button', { name: 'Import 2 contacts' }).click()
      await page.getByText('New contacts', { exact: true }).waitFor()

      await home(page, product)
      await next(page, 'Create template')
      await page.getByLabel('Name', { exact: true }).fill('First offer')
      await page.getByLabel('Text', { exact: true }).fill('Hello {{1}}, this week everything costs a tenth less.')
      await page.getByLabel('{{1}}', { exact: true }).fill('Asha')
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await page.getByText('Approved', { exact: true }).waitFor()

      await home(page, product)
      await next(page, 'Create campaign')
      await page.getByRole('radio', { name: /first_offer/ }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('radio', { name: /Customers/ }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('Value of {{1}}').selectOption({ label: 'Contact name' })
      await page.getByRole('button', { name: 'Review campaign' }).click()
      await page.locator('button:enabled').filter({ hasText: 'Send to 2 recipients' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Send to 2 recipients/ })
        .click()
      await page.getByRole('heading', { name: '2 of 2 delivered' }).waitFor()

      await home(page, product)
      await page.getByText('2 of 2 messages delivered · 0 failed · last 14 days').waitFor()
      expect(await page.getByText('to your first campaign').count()).toBe(0)
      // The campaign is there with what it delivered and cost, and the wallet says how long it lasts.
      const recent = page.getByRole('region', { name: 'Recent campaigns' })
      await recent.getByText(/^Delivered$/).waitFor()
      await page.getByText(/^At this pace ₹[\d,.]+ lasts /).waitFor()
      await inspect('story-end')
      await context.close()
    },
  )
})

const home = (page: Page, product: Product) => page.goto(product.url)
/** What the checklist says comes next. */
async function next(page: Page, action: string) {
  const checklist = page.getByRole('region', { name: 'Getting started' })
  await checklist.getByRole('link', { name: action }).click()
  await checklist.waitFor({ state: 'detached' })
}

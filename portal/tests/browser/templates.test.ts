import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import type { View } from './support/inspect.ts'
import { DEMO, demoIsReady, enter, type Product, signIn, startForBrowser } from './support/steps.ts'

const PHONE: View = { scheme: 'dark', width: 360 }

describe.runIf(hasChromium())('templates', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await startForBrowser()
    ;({ openPage } = await openBrowser(product))
  })
  const verdict = (templateVerdict: string) =>
    request(`${product.sandboxUrl}/control/provider`, 'PUT', { templateVerdict })

  test('one is written with every part, approved, tested, copied and deleted', async () => {
    await demoIsReady(product)
    const { page, inspect, context } = await openPage()
    await signIn(page, product.url, DEMO)
    await page.goto(`${product.url}/templates`)
    await page.getByRole('table', { name: 'Templates' }).getByText('Approved').first().waitFor()
    await inspect('templates')
    await page.getByRole('link', { name: 'Create template' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Diwali offer')
    await page.getByLabel('Header', { exact: true }).selectOption('TEXT')
    await page.getByLabel('Header text').fill('Hello {{1}}')
    await page.getByLabel('Text', { exact: true }).fill('{{1}} is the day')
    await page.getByLabel('Text', { exact: true }).blur()
    await page.getByText('Must not begin with a variable.').waitFor()
    await page.getByLabel('Text', { exact: true }).fill('Our *sale* begins on {{1}}. Come and see ')
    await page.getByRole('button', { name: 'Insert {{2}}' }).click()
    await page.keyboard.type(' before it ends!')
    await page.getByLabel('{{1}} in the header').fill('Asha')
    await page.getByLabel('{{1}}', { exact: true }).fill('Friday')
    await page.getByLabel('Footer').fill('Reply STOP to stop')
    await page.getByRole('button', { name: 'Add button: Link' }).click()
    await page.getByLabel('Label', { exact: true }).fill('Open the shop')
    await page.getByLabel('URL', { exact: true }).fill('https://shop.example/{{1}}')
    await page.getByLabel('Example of the URL suffix').fill('diwali')
    const phone = page.getByRole('figure', { name: 'Message preview' })
    await phone.getByText('Hello Asha').waitFor()
    await phone.getByText('Friday').waitFor()
    expect(await phone.locator('mark').allTextContents()).toEqual(['{{2}}'])
    await phone.getByText('https://shop.example/diwali').waitFor()
    await inspect('template-new')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByRole('heading', { level: 1, name: 'diwali_offer' }).waitFor()
    await page.getByRole('button', { name: 'Send test message' }).waitFor()
    await inspect('template')

    await page.getByRole('button', { name: 'Send test message' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send test message' })
    await dialog.getByLabel('Phone number').fill('+91 98765 43210')
    await dialog.getByText(/₹\d+\.\d\d to India/).waitFor()
    await inspect('template-test')
    await dialog.getByRole('button', { name: 'Send test message' }).click()
    await dialog.getByText('Delivered').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Duplicate diwali_offer' }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('diwali_offer_copy')
    await page.goBack()
    await page.getByRole('button', { name: 'Delete template' }).click()
    await page.getByRole('button', { name: 'Delete diwali_offer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
    await page.getByRole('link', { name: 'diwali_offer' }).waitFor({ state: 'detached' })
    await context.close()
  })

  test('one that is rejected says why, is changed and submitted again (dark, 360)', async () => {
    const { page, inspect, context } = await openPage(PHONE)
    await enter(page, product)
    await page.goto(`${product.url}/templates`)
    await page.getByText('No templates yet').waitFor()
    await inspect('templates-none')
    await verdict('REJECTED')
    await page.getByRole('link', { name: 'Create your first template' }).click()
    await page.getByLabel('Name', { exact: true }).fill('feast')
    await page.getByLabel('Text', { exact: true }).fill('Dear {{first_name}}, come and feast with us.')
    await page.getByLabel('Header', { exact: true }).selectOption('IMAGE')
    await page.locator('input[type=file]').setInputFiles(PICTURE)
    await page.getByText('Uploaded').waitFor()
    await inspect('template-new-phone')
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await page.getByText('The sandbox is configured to reject templates.').waitFor()
    await inspect('template-rejected')
    await verdict('APPROVED')
    await page.getByRole('link', { name: 'Edit and resubmit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit feast' }).waitFor()
    await page.getByLabel('Text', { exact: true }).fill('Dear {{first_name}}, our doors are open to you.')
    await inspect('template-edit')
    await page.getByRole('button', { name: 'Resubmit for review' }).click()
    await page.getByText('Approved', { exact: true }).waitFor()
    await page.getByText('our doors are open to you').waitFor()
    await expectNoReason(page)
    await context.close()
  })

  test('a draft survives a reload and going back, until it is discarded or the user signs out', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/templates/new`)
    const text = page.getByLabel('Text', { exact: true })
    await page.getByLabel('Name', { exact: true }).fill('monsoon_sale')
    await text.fill('The rains are here, and so is our sale.')
    await page.reload()
    expect(await text.inputValue()).toBe('The rains are here, and so is our sale.')
    await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
    await page.goBack()
    await page.getByText('Unsaved draft restored').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('monsoon_sale')
    await inspect('template-draft')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    expect(await text.inputValue()).toBe('')
    await page.reload()
    await text.waitFor()
    expect(await page.getByText('Unsaved draft restored').count()).toBe(0)

    await text.fill('For nobody else to read.')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain('nobody else')
    await context.close()
  })
})

const PICTURE = {
  name: 'feast.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

async function expectNoReason(page: Page) {
  expect(await page.getByText('Rejection reason').count()).toBe(0)
}

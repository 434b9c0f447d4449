import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { openBrowser, VIEWS } from './browser.ts'
import { hasChromium } from './chromium.ts'
import { sharedProduct } from './shared-product.ts'
import { enter, type Product } from './steps.ts'

const LONG_NAME = `${'Venkatanarasimharajuvaripeta '.repeat(4)}Rao`.slice(0, 122)
const LONG_WORD = 'v'.repeat(90)

describe.runIf(hasChromium())('contacts and lists', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test.each(VIEWS)(
    'somebody is added, found, labelled, listed, opted out and deleted ($scheme, $width)',
    async (view) => {
      const { page, inspect, context } = await openPage(view)
      await enter(page, product)
      await page.goto(`${product.url}/contacts`)
      await page.getByText('No contacts yet').waitFor()
      await inspect('contacts-none')
      await add(page, 'Add your first contact', '+91 98765 43210', 'Asha Rao')
      await add(page, 'Add contact', '+91 98765 43211', 'Vikram Shah')
      await page.getByText('2 contacts', { exact: true }).waitFor()
      await inspect('contacts')

      await page.getByLabel('Search contacts').fill('asha')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByText('1 contact', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Asha Rao' }).click()
      await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).waitFor()
      await type(page, 'Labels', 'VIP')
      await page.getByRole('button', { name: 'Add attribute' }).click()
      await page.getByLabel('Name of attribute 1').fill('city')
      await page.getByLabel('Value of city').fill('Pune')
      await page.getByRole('button', { name: 'Save profile' }).click()
      await page.getByText('Profile saved.').waitFor()
      await page.getByRole('table', { name: 'Contact history' }).getByText('Updated').waitFor()
      await inspect('contact')
      await expectNobodyNamed(page)

      await page.goto(`${product.url}/lists`)
      await page.getByRole('button', { name: 'Create your first list' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Best customers')
      await type(page, 'Labels', 'vip')
      await inspect('list-new')
      await page.getByRole('dialog').getByRole('button', { name: 'Create list' }).click()
      await page.getByRole('heading', { level: 1, name: 'Best customers' }).waitFor()
      await page.getByRole('link', { name: 'Asha Rao' }).waitFor()
      await inspect('list')
      await page.getByRole('link', { name: 'Asha Rao' }).click()

      await page.getByRole('button', { name: 'Opt out' }).click()
      await page.getByRole('button', { name: 'Opt out contact' }).click()
      await page.getByText('Recorded by your team').waitFor()
      await inspect('contact-opted-out')
      await page.getByRole('button', { name: 'Delete contact' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 contact' }).click()
      await page.getByText('1 contact', { exact: true }).waitFor()
      expect(await page.getByText('Asha Rao').count()).toBe(0)
      await context.close()
    },
  )

  test('those who are ticked are labelled, put into a list, taken out of it and deleted together', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/contacts`)
    await add(page, 'Add your first contact', '+91 98765 43220', 'Meera Nair')
    await add(page, 'Add contact', '+91 98765 43221', 'Farid Khan')
    await page.getByLabel('Select all on this page').check()
    await page.getByText('2 contacts selected').waitFor()
    await inspect('contacts-selected')
    await page.getByRole('button', { name: 'Add labels' }).click()
    await type(page, 'Labels', 'Delhi')
    await page.getByRole('button', { name: 'Label 2 contacts' }).click()
    await page.getByText('2 contacts labelled.').waitFor()
    await page.getByLabel('Label', { exact: true }).selectOption({ label: 'Delhi (2)' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export 2 contacts as CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('contacts.csv')

    await page.getByLabel('Select Meera Nair').check()
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByLabel('List name').fill('Neighbours')
    await page.getByRole('button', { name: 'Add 1 contact' }).click()
    await page.getByText('Neighbours now has 1 contact.').waitFor()
    await page.goto(`${product.url}/lists`)
    await page.getByRole('link', { name: 'Neighbours' }).click()
    await page.getByLabel('Select Meera Nair').check()
    await page.getByRole('button', { name: 'Remove 1 contact' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 contact' }).click()
    await page.getByText('No contacts in this list').waitFor()
    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('button', { name: 'Delete Neighbours' }).click()
    await page.getByText('No contact lists yet').waitFor()

    await page.goto(`${product.url}/contacts`)
    // Before its rows are there the table has nothing to select.
    await page.getByLabel('Select Meera Nair').waitFor()
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Delete 2 contacts' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 contacts' }).click()
    await page.getByText('No contacts yet').waitFor()
    await context.close()
  })

  test('long names and words leave phone numbers, figures and dates in one line, in every table', async () => {
    const { page, inspect, context } = await openPage({ scheme: 'light', width: 1440 })
    const { email, password } = await enter(page, product)
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', { email, password })
    const post = (path: string, data: object) => request(`${product.url}/api/v1${path}`, 'POST', data, body.accessToken)
    const labels = ['Customers in the old town', 'Wholesale', LONG_WORD]
    await post('/contacts', { mobile: '+919876543210', name: LONG_NAME, labels })
    await post('/contacts', { mobile: '+919876543211', name: LONG_WORD, labels })
    await post('/contact-lists', { name: LONG_NAME.slice(0, 90), labels })
    await post('/templates', { name: LONG_WORD, category: 'MARKETING', language: 'en', body: 'We are open again.' })
    await post('/vendor/users', { email: `${'v'.repeat(60)}@${'w'.repeat(60)}.example.com` })
    for (const [path, table] of [
      ['/contacts', 'Contacts'],
      ['/lists', 'Lists'],
      ['/templates', 'Templates'],
      ['/settings/team', 'Team'],
    ] as const) {
      await page.goto(`${product.url}${path}`)
      await page
        .getByRole('table')
        .first()
        .getByText(/vv|Venkata|@/)
        .first()
        .waitFor()
      for (const width of [1440, 1024, 800]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await brokenIn(page), `${path} at ${width}`).toEqual([])
        await inspect(`long-${table}-${width}`)
      }
    }
    await context.close()
  })
})

async function add(page: Page, button: string, mobile: string, name: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add contact' })
  await dialog.getByLabel('Phone number').fill(mobile)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name }).waitFor()
}

async function type(page: Page, label: string, text: string) {
  const input = page.getByLabel(label, { exact: true }).and(page.locator('input'))
  await input.fill(text)
  await input.press('Enter')
}

/** Neither the tab, nor the address, nor what the browser keeps says who it is. */
async function expectNobodyNamed(page: Page) {
  const kept = await page.evaluate(() => JSON.stringify([document.title, location.href, localStorage, sessionStorage]))
  expect(kept).not.toMatch(/asha|98765/i)
}

/** Phone numbers, figures and dates that stand in more than one line. */
const brokenIn = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('td')].filter(
      (cell) => /^\+\d{8,}$/.test(cell.innerText.trim()) || cell.dataset['number'] === 'true',
    )
    const texts = [...cells, ...document.querySelectorAll('td time')].flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      return walker.nextNode() ? [walker.currentNode] : []
    })
    return texts
      .filter((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return range.getClientRects().length > 1
      })
      .map((text) => text.textContent)
  })

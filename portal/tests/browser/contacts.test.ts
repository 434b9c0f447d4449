import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { DESKTOP_AND_PHONE, openBrowser, VIEWS } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { sharedProduct } from './support/shared-product.ts'
import { enter, type Product } from './support/steps.ts'
import { expectTidy } from './support/tidy.ts'

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
    'a contact is added, found, labelled, listed, opted out and deleted ($scheme, $width)',
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
    await page.getByText('1 contact added to the list.').waitFor()
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
      await expectTidy(page, inspect, `long-${table}`)
    }
    await context.close()
  })

  test('12-digit amounts and 50,000 campaigns stay in their columns, and so do one and none', async () => {
    const { page, inspect, context } = await openPage({ scheme: 'light', width: 1440 })
    await enter(page, product)
    for (const count of [25, 1, 0]) {
      const data = Array.from({ length: count }, (_, i) => ({ ...LARGE_CAMPAIGN, id: `c-${i}` }))
      await page.route('**/api/v1/campaigns?*', (route) =>
        route.fulfill({
          json: { data, page: 1, pageSize: 25, total: count && 50_000, nextCursor: count ? 'x' : null },
        }),
      )
      await page.goto(`${product.url}/campaigns`)
      await page
        .getByText(count ? '₹9,99,99,99,99,999.99' : 'No campaigns yet')
        .first()
        .waitFor()
      await expectTidy(page, inspect, `campaigns-${count}`)
      await page.unrouteAll()
    }
    await context.close()
  })

  test('page, order and filters survive Back and reload; all that match are labelled at once', async () => {
    const { page, inspect, context } = await openPage()
    const { email, password } = await enter(page, product)
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', { email, password })
    const contacts = Array.from({ length: 60 }, (_, i) => ({ mobile: `9198760${10_000 + i}`, name: `Person ${i}` }))
    await request(`${product.url}/api/v1/contacts/bulk`, 'POST', { contacts }, body.accessToken)
    await page.goto(`${product.url}/contacts`)
    await page.getByText('60 contacts', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Added' }).click()
    await page.getByRole('link', { name: 'Person 0', exact: true }).waitFor()
    await page.getByLabel('Country').selectOption('IN')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('51–60 of 60').waitFor()
    await page.getByRole('link', { name: 'Person 59' }).click()
    await page.getByRole('heading', { level: 1, name: 'Person 59' }).waitFor()
    await page.goBack()
    await page.getByText('51–60 of 60').waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Person 59' }).waitFor()
    expect(page.url()).toMatch(/country=IN.*page=2|page=2.*country=IN/)
    await page.goBack()
    await page.getByText('1–50 of 60').waitFor()

    await page.getByLabel('Select Person 0', { exact: true }).check()
    await page.getByRole('button', { name: 'Select all 60' }).click()
    await inspect('contacts-all-selected')
    await page.getByRole('button', { name: 'Add labels' }).click()
    await type(page, 'Labels', 'Everyone')
    await page.getByRole('button', { name: 'Label 60 contacts' }).click()
    await page.getByText('60 contacts labelled.').waitFor()
    await context.close()
  })

  test('the palette finds people by their last digits and leads to pages; another tab follows the sign-out', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    const { email, password } = await enter(page, product)
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', { email, password })
    const contact = { mobile: '+919876054321', name: LONG_NAME }
    await request(`${product.url}/api/v1/contacts`, 'POST', contact, body.accessToken)
    await page.goto(`${product.url}/contacts`)
    await page.getByText('1 contact', { exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search or go to').fill('4321')
    await page.getByRole('option', { name: /Venkata/ }).waitFor()
    await inspect('palette')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: LONG_NAME }).waitFor()
    await inspect('contact-long')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await inspect('shortcuts')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /Venkata/ }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]))).not.toMatch(
      /Venkata/,
    )

    const other = await page.context().newPage()
    await other.goto(`${product.url}/contacts`)
    await other.getByText('+919876054321').waitFor()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await other.content()).not.toMatch(/Venkata|98760/)
    await other.close()
    await context.close()
  })
})

const LARGE = 999_999_999_999_99
const LARGE_CAMPAIGN = {
  name: LONG_NAME,
  status: 'RUNNING',
  templateName: LONG_WORD,
  currency: 'INR',
  recipients: 50_000,
  unsentCount: 20_000,
  deliveredCount: 12_345_678,
  readCount: 1_234_567,
  failedCount: 123_456,
  spentMinorUnit: LARGE,
  heldMinorUnit: LARGE,
  launchedAt: '2026-01-01T00:00:00Z',
  scheduledAt: null,
  endedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
}

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

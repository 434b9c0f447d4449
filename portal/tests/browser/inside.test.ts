import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, VIEWS } from './browser.ts'
import { hasChromium } from './chromium.ts'
import { sharedProduct } from './shared-product.ts'
import { advance, DEMO, enter, newAddress, type Product, signIn, startForBrowser } from './steps.ts'

const DAY = 86_400

describe.runIf(hasChromium())('inside', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test.each(VIEWS)('every page of the settings can be used and heard ($scheme, $width)', async (view) => {
    const { page, inspect, context } = await openPage(view)
    await signIn(page, product.url, DEMO)
    await page.goto(product.url)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await inspect('home')
    await page.goto(`${product.url}/settings`)
    for (const name of ['Company', 'Team', 'API keys', 'Notifications', 'Account']) {
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.waitForLoadState('networkidle')
      await inspect(`settings-${name.toLowerCase().replace(' ', '-')}`)
    }
    await page.getByRole('button', { name: 'Notifications' }).click()
    await page.getByText('Your SMB plan has started').waitFor()
    await inspect('notices')
    await context.close()
  })

  test('an invitation is sent, shown and withdrawn; a key is shown once', async () => {
    const { page, inspect, context } = await openPage()
    await signIn(page, product.url, DEMO)
    await page.goto(`${product.url}/settings/team`)
    const email = newAddress()
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Email').fill(email)
    await inspect('invite')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByText('Invited').waitFor()
    await row.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
    await page.getByRole('button', { name: 'Withdraw invitation' }).click()
    await row.waitFor({ state: 'detached' })
    await page.goto(`${product.url}/settings/api-keys`)
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Name').fill('Nightly import')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.getByText(/^hk_[\w-]{20,}$/).textContent()) ?? ''
    await inspect('new-key')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row').filter({ hasText: 'Nightly import' }).waitFor()
    expect(await page.content()).not.toContain(key)
    await context.close()
  })

  test('what the server says about a field stands at that field, and everything can be exported', async () => {
    const { page, inspect, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/settings/company`)
    await page.getByLabel('Phone').fill('not a number')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Must be a phone number.').waitFor()
    await page.getByLabel('Phone').fill('+91 98200 12345')
    await page.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
    await page.getByText('Registered in Maharashtra').waitFor()
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Company details saved.').waitFor()
    await page.getByRole('button', { name: 'Export everything' }).click()
    await page.getByRole('button', { name: 'Download export' }).waitFor()
    await page.getByText('Available until').waitFor()
    await inspect('settings-company')
    await context.close()
  })

  test('a lost connection is said, loses nothing that was typed, and ends by itself', async () => {
    const { page, context } = await openPage()
    await enter(page, product)
    await page.goto(`${product.url}/settings/company`)
    await page.getByLabel('Legal name').fill('Asha Traders Private Limited')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Harkara cannot be reached.').waitFor()
    await page.getByText('Connection lost.').waitFor()
    await context.setOffline(false)
    await page.getByText('Connection lost.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Asha Traders Private Limited')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Company details saved.').waitFor()
    await context.close()
  })

  test('a message to support arrives with the number of the request that failed', async () => {
    const { page, inspect, context } = await openPage({ scheme: 'dark', width: 360 })
    await enter(page, product)
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Contact support' }).click()
    await page.getByLabel('Subject').fill('A question')
    await page.getByLabel('Message').fill('How do I begin?')
    await inspect('support')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Message sent.').waitFor()
    await context.close()
  })

  test('a session that ends while somebody types asks for the password over the page and goes on', async () => {
    // Moves the clock, so not the shared product.
    const product = await startForBrowser()
    const { page, inspect, context } = await openPage()
    const { password } = await enter(page, product)
    await page.goto(`${product.url}/settings/company`)
    await page.getByLabel('Legal name').fill('Asha Traders Private Limited')
    await advance(product, 31 * DAY)
    await page.getByRole('button', { name: 'Save details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Session expired' })
    await dialog.waitFor()
    await inspect('session-ended')
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Company details saved.').waitFor()
    expect(await page.getByLabel('Legal name').inputValue()).toBe('Asha Traders Private Limited')
    await context.close()
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { DESKTOP_AND_PHONE, openBrowser, type Visitor } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { sharedProduct } from './support/shared-product.ts'
import { DEMO, enter, OPERATOR, type Product, signIn } from './support/steps.ts'

/** A page, or how to get to it, and the buttons on it that ask something before they do it. */
type Page = [path: string, ...buttons: string[]]
/** Of the first row of the contacts, which has to be selected. */
const OF_SELECTED = ['Add to list', 'Add labels', 'Opt out', 'Delete 1 contact']

const OF_VENDORS: Page[] = [
  ['/contacts', 'Add contact'],
  ['/contacts/labels', 'Create label'],
  ['/lists', 'Create list'],
  ['/wallet', 'Edit alert'],
  ['/billing/plan', 'View plans', 'Cancel plan'],
  ['/settings/account', 'Add passkey', 'Sign out everywhere'],
]
const OF_OPERATORS: Page[] = [
  ['/admin/pricing', 'Add price', 'Add fee', 'Add tier', 'Confirm rate'],
  ['/admin/pricing?country=in', 'Withdraw Marketing, India, in USD'],
  ['/admin/provider', 'Stop all sending'],
]

describe.runIf(hasChromium())('dialogs', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  const first = async (path: string) => {
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', DEMO)
    return (await request(`${product.url}/api/v1${path}`, 'GET', undefined, body.accessToken)).body.data[0].id
  }

  /** Without a plan, so that it can have a trial. */
  async function newVendor() {
    const { page, context } = await openPage()
    const { email, password } = await enter(page, product)
    await context.close()
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', { email, password })
    return body.vendor.id
  }

  const whose = async (who: 'vendor' | 'operator'): Promise<Page[]> =>
    who === 'operator'
      ? [
          ...OF_OPERATORS,
          [
            `/admin/vendors/${await newVendor()}`,
            'Set custom plan',
            'Start trial',
            'Save pricing',
            'Reset two-factor of a user',
          ],
        ]
      : [
          ...OF_VENDORS,
          [`/contacts/${await first('/contacts')}`, 'Opt out', 'Delete contact'],
          [`/templates/${await first('/templates')}`, 'Send test message', 'Delete template'],
        ]

  test.each(['vendor', 'operator'] as const)(
    'of %ss are usable and accessible, close with Escape and return the focus',
    async (who) => {
      const visitor = await openPage(DESKTOP_AND_PHONE)
      const { page, context } = visitor
      await signIn(page, product.url, who === 'vendor' ? DEMO : OPERATOR)
      for (const [path, ...buttons] of await whose(who)) {
        await page.goto(product.url + path)
        for (const name of buttons) await openAndClose(visitor, name)
        if (path !== '/contacts') continue
        await page
          .getByRole('checkbox', { name: /^Select / })
          .nth(1)
          .check()
        for (const name of OF_SELECTED) await openAndClose(visitor, name)
      }
      await context.close()
    },
  )

  async function openAndClose({ page, inspect }: Visitor, name: string) {
    const button = page.getByRole('button', { name, exact: true })
    await button.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await inspect(`dialog-${name.toLowerCase().replaceAll(' ', '-')}`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement), name).toBe(true)
  }
})

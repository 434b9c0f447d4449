import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../server/tests/support/eventually.ts'
import { openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { newSender, recharge, type Sender } from './support/senders.ts'
import { sharedProduct } from './support/shared-product.ts'
import type { Product } from './support/steps.ts'

const FILE = ['Customer;Mobile no.;City', 'Asha;98765 43210;Pune', 'Ben;+91 98765-43211;Mumbai'].join('\r\n')
const STOPS_MAX = 80
const SOON_MS = 10_000

describe.runIf(hasChromium())('the keyboard alone', () => {
  let product: Product
  let sender: Sender
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
    sender = await newSender(product, 3)
    await recharge(product, sender.token, 50_000)
  })

  test('signs in, imports a file and sends a campaign, and always knows where it is', async () => {
    const { page, context } = await openPage(undefined, { hasMotion: true })
    const press = pressOn(page)
    await page.goto(product.url)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(sender.email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(sender.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await expectSomewhere(page)

    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('Tab')
    await expectVisible(page)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page')
    await press(main(page).getByRole('link', { name: 'Imports' }))
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
    await press(page.getByRole('link', { name: 'Import contacts' }).first())
    // Asked for in time: in a busy page keys overtake the question, and the chooser goes by unseen.
    const choosing = page.waitForEvent('filechooser')
    await tabTo(page, page.getByLabel('Choose a contacts file'))
    const [chooser] = await Promise.all([choosing, page.keyboard.press('Space')])
    await chooser.setFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await press(page.getByRole('button', { name: 'Upload 2 rows' }))
    await press(page.getByRole('button', { name: 'Continue' }))
    // A warning over the page has the keyboard, and gives it back.
    await tabTo(page, page.getByRole('radio', { checked: true }))
    for (let step = await stepsTo(page, 'Replace'); step > 0; step--) await page.keyboard.press('ArrowDown')
    await page.getByRole('dialog').waitFor()
    await expectInDialog(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectSomewhere(page)
    await press(page.getByRole('button', { name: 'Preview import' }))
    await press(page.getByRole('button', { name: 'Import 2 contacts' }))
    await page.getByText('New contacts', { exact: true }).waitFor()
    await expectSomewhere(page)

    await press(page.getByRole('link', { name: 'Create campaign' }))
    await tabTo(page, page.getByRole('radio', { name: /autumn_offer/ }))
    await page.keyboard.press('Space')
    await press(page.getByRole('button', { name: 'Continue' }))
    const best = page.getByRole('radio', { name: /Best/ })
    await tabTo(page, page.getByRole('radio').first())
    for (let stop = 0; stop < STOPS_MAX && !(await hasFocus(best)); stop++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await press(page.getByRole('button', { name: 'Continue' }))
    await choose(page, 'Value of {{1}}', 'Contact name')
    await choose(page, 'Value of {{2}}', 'Contact city')
    await press(page.getByRole('button', { name: 'Review campaign' }))
    const send = page.locator('button:enabled').filter({ hasText: 'Send to 2 recipients' })
    await press(send.first())
    await expectInDialog(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventually(async () => expect(await hasFocus(send)).toBe(true), SOON_MS)
    await page.keyboard.press('Enter')
    await press(page.getByRole('dialog').getByRole('button', { name: /^Send to 2 recipients/ }))
    await page.getByRole('heading', { name: '2 of 2 delivered' }).waitFor()
    await expectSomewhere(page)
    await context.close()
  })

  test('a dialog that is closed gives the keyboard back to what opened it', async () => {
    const { page, context } = await openPage(undefined, { hasMotion: true })
    await page.goto(`${product.url}/contacts/labels`)
    await page.getByLabel('Email').fill(sender.email)
    await page.getByLabel('Password', { exact: true }).fill(sender.password)
    await page.keyboard.press('Enter')
    const make = page.getByRole('button', { name: 'Create label' })
    await make.waitFor()
    await tabTo(page, make)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Create label' }).waitFor()
    await expectInDialog(page)
    await page.keyboard.type('Wholesale')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Wholesale' }).waitFor()
    await eventually(async () => expect(await hasFocus(make)).toBe(true), SOON_MS)
    await context.close()
  })
})

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Once it is there the keyboard is somewhere still, goes to it by Tab and presses Enter. */
const pressOn = (page: Page) => async (control: Locator) => {
  await control.waitFor()
  await expectSomewhere(page)
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function choose(page: Page, label: string, option: string) {
  await tabTo(page, page.getByLabel(label))
  await page.keyboard.type(option)
  expect(await page.getByLabel(label).locator(':checked').textContent()).toBe(option)
}

/** How many arrows from the answer that is chosen to another below it. */
const stepsTo = (page: Page, label: string) =>
  page.getByRole('radio').evaluateAll((radios, label) => {
    const answers = radios as HTMLInputElement[]
    return answers.findIndex((one) => one.labels?.[0]?.textContent === label) - answers.findIndex((one) => one.checked)
  }, label)

/** Every stop on the way can be seen. */
async function tabTo(page: Page, control: Locator) {
  await control.waitFor({ state: 'attached' })
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
    await expectVisible(page)
  }
  throw new Error(`${control} is not reached by Tab`)
}

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)

/** What acts may go away a moment later; wherever the keyboard is then, it is at something. */
const expectSomewhere = (page: Page) =>
  eventually(async () => expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY'), SOON_MS)

const expectInDialog = (page: Page) =>
  eventually(
    async () =>
      expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true),
    SOON_MS,
  )

/** An outline around what has the keyboard, or around the label or box that stands for it. */
async function expectVisible(page: Page) {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement
    const isOutlined = (element: Element | null | undefined) => {
      const style = element && getComputedStyle(element)
      return Boolean(style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2)
    }
    return focused === document.body
      ? 'after the last'
      : isOutlined(focused) || isOutlined(focused?.closest('label, .mantine-Input-input'))
        ? 'seen'
        : (focused?.outerHTML.slice(0, 200) ?? 'nothing')
  })
  expect(['seen', 'after the last']).toContain(seen)
}

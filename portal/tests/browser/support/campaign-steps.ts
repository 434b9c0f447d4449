import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'

export const ACCESS_TOKEN_SECONDS = 900

/** The way through the wizard: a template, the people, what it says. */
export async function prepare(page: Page, inspect: Visitor['inspect'] = async () => undefined) {
  await page.getByRole('radio', { name: /autumn_offer/ }).click()
  await inspect('campaign-template')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /Customers/ }).click()
  await inspect('campaign-people')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Campaign name').fill('Autumn offer')
  await page.getByLabel('Value of {{1}}').selectOption({ label: 'Contact name' })
  await page.getByLabel('Value of {{2}}').selectOption({ label: 'Contact city' })
  await page.getByText('1 contact has no value and will be skipped.', { exact: false }).waitFor()
  await page
    .getByRole('figure')
    .getByText(/^Hello Customer \d+, /)
    .waitFor()
  await inspect('campaign-details')
  await page.getByRole('button', { name: 'Review campaign' }).click()
}

export async function sendNow(page: Page) {
  await page
    .locator('button:enabled')
    .filter({ hasText: /^Send to/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send to/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Autumn offer' }).waitFor()
}

/** Presses the button of the open dialog, once the dialog was looked at. */
export async function confirm(page: Page, name: RegExp, look: () => Promise<unknown> = async () => undefined) {
  const button = page.getByRole('dialog').getByRole('button', { name })
  await button.waitFor()
  await look()
  await button.click()
}

/** On a desktop in light mode, and on a phone in dark mode. */
export async function inspectBoth({ page, inspect }: Visitor, name: string) {
  await inspect(name)
  const desktop = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspect(`${name}-phone`)
  await page.emulateMedia({ colorScheme: 'light' })
  if (desktop) await page.setViewportSize(desktop)
}

/** A chart's figures follow the mouse, and stay there when the window is made narrow. */
export async function hoverAtTheEdge(page: Page, title: string) {
  const chart = page.getByRole('region', { name: title }).getByRole('slider')
  const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 }
  await chart.hover({ position: { x: width - 12, y: height / 2 } })
  await chart.locator('[data-side]').waitFor()
}

/** Tomorrow where the vendor is, by the page's own clock. */
export const tomorrowAtNine = (page: Page) =>
  page.evaluate(() => {
    const tomorrow = new Date(Date.now() + 86_400_000)
    return `${new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(tomorrow)}T09:00`
  })

export async function expectNobodyNamed(page: Page) {
  const kept = await page.evaluate(() => JSON.stringify([document.title, location.href, localStorage, sessionStorage]))
  expect(kept).toMatch(/draft-campaign-/)
  expect(kept).not.toMatch(/Customer \d|9876/)
}

/** The next request of this kind is refused as if a country of its recipients had lost its price. */
export const refuseOnceWithoutPrice = (page: Page, action: 'resume' | 'retry-failed') =>
  page.route(
    `**/campaigns/*/${action}`,
    (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        json: { code: 'PRICING_NOT_FOUND', status: 422, countries: [{ countryCode: 'ES', recipients: 1 }] },
      }),
    { times: 1 },
  )

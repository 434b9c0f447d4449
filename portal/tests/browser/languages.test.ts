import { beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP_AND_PHONE, openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { sharedProduct } from './support/shared-product.ts'
import { enter, OPERATOR, type Product, signIn } from './support/steps.ts'

const SCRIPT = /\.js$/
const CATALOGUE = /\/(?:shared|vendor|operators|server)-[\w-]+\.js$/
const HINDI = /[\u0900-\u097f]/

describe.runIf(hasChromium())('languages', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test('the language is chosen on the sign-in page, and the pages behind it follow', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(`${product.url}/sign-in`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(loaded.filter((path) => SCRIPT.test(path) && CATALOGUE.test(path))).toEqual([])

    await page.getByRole('button', { name: 'हिन्दी' }).click()
    await page.getByRole('heading', { name: 'साइन इन करें' }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe('hi')
    expect(loaded.some((path) => /\/vendor-[\w-]{8}\.js$/.test(path))).toBe(false)
    await page.getByRole('button', { name: 'साइन इन करें', exact: true }).click()
    await page.getByText('ईमेल पता डालें, जैसे asha@example.com।').waitFor()
    await inspect('sign-in-hi')

    await enter(page, product)
    await page.goto(product.url)
    await page.getByRole('heading', { level: 1, name: 'होम' }).waitFor()
    await page.getByText('आपके पहले कैंपेन तक').waitFor()
    await inspect('home-hi')

    await page.goto(`${product.url}/settings/account`)
    await page.getByRole('combobox', { name: 'भाषा' }).selectOption('English')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe('en')
    await context.close()
  })

  test('a Hindi browser gets Hindi pages with Indian numbers and Hindi dates', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE, { isOwn: true })
    await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['hi-IN', 'en'] }))
    await enter(page, product)
    for (const path of ['/contacts', '/imports/new', '/templates/new', '/campaigns', '/wallet', '/billing/plan']) {
      await page.goto(product.url + path)
      await page.getByRole('heading', { level: 1 }).filter({ hasText: HINDI }).waitFor()
      await inspect(`hi${path.replaceAll('/', '-')}`)
    }
    await page.goto(`${product.url}/billing/plan`)
    await page.getByText('हर महीने 1,00,000 बातचीत').or(page.getByText('हर महीने 50,000 बातचीत')).first().waitFor()
    await context.close()
  })

  test('operators have Hindi pages too', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE, { isOwn: true })
    await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { get: () => ['hi-IN'] }))
    await signIn(page, product.url, OPERATOR)
    for (const path of ['/admin', '/admin/vendors', '/admin/pricing', '/admin/audit']) {
      await page.goto(product.url + path)
      await page.getByRole('heading', { level: 1 }).filter({ hasText: HINDI }).waitFor()
      await inspect(`hi${path.replaceAll('/', '-')}`)
    }
    await context.close()
  })
})

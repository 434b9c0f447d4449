import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ProductProcess } from '../../../server/tests/support/process.ts'
import { openBrowser, VIEWS } from './browser.ts'
import { hasChromium } from './chromium.ts'
import {
  codeFor,
  DEMO,
  newAddress,
  OPERATOR,
  PASSWORD,
  register,
  signInByForm,
  startForBrowser,
  typeCode,
} from './steps.ts'

const SCRIPT_BYTES_MAX = 250_000

describe.runIf(hasChromium())('outside', () => {
  let product: ProductProcess
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await startForBrowser()
    ;({ openPage } = await openBrowser())
  })

  test.each(VIEWS)('somebody new registers, types the code from the mail and is in ($scheme, $width)', async (view) => {
    const { page, inspect, context } = await openPage(view)
    await page.goto(product.url)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await inspect('sign-in')
    await page.getByRole('link', { name: 'Register your company' }).click()
    await page.getByRole('button', { name: 'Register and get the code' }).click()
    await page.getByText('Please enter the name of your company.').waitFor()
    await inspect('register-refused')
    const email = newAddress()
    await page.getByLabel('Company').fill('Asha Traders')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Register and get the code' }).click()
    await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    await inspect('verify')
    const code = await codeFor(product, email)
    await typeCode(page, code === '000000' ? '000001' : '000000')
    await page.getByText('This code is not right').waitFor()
    await page.evaluate((text) => navigator.clipboard.writeText(text), code)
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.press('Control+V')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByText('No plan yet').first().waitFor()
    await inspect('home-new')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await context.close()
  })

  test('nothing of the person is in the address or in what the browser keeps, and scripts cannot read the session', async () => {
    const { page, context } = await openPage()
    const { email } = await register(page, product)
    expect(page.url()).toBe(`${product.url}/`)
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(kept).not.toMatch(/@|eyJ|refresh|token/i)
    const [cookie] = await context.cookies(`${product.url}/api/v1/auth/refresh`)
    expect(cookie).toMatchObject({ name: 'harkara_refresh', httpOnly: true, sameSite: 'Strict' })
    expect(kept).not.toContain(email)
    await context.close()
  })

  test('a lost password is replaced by the code from the mail', async () => {
    const { page, context, inspect } = await openPage({ scheme: 'dark', width: 360 })
    const { email } = await register(page, product)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Mail me a code' }).click()
    await page.getByLabel('New password').fill('nine slow turtles')
    await inspect('forgot-password')
    await typeCode(page, await codeFor(product, email, 'Set a new Harkara password'))
    await page.getByRole('button', { name: 'Set the new password' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInByForm(page, product.url, { email, password: 'nine slow turtles' })
    await context.close()
  })

  test('a page asked for before sign-in opens after it, by the keyboard alone', async () => {
    const { page, context } = await openPage()
    await page.goto(`${product.url}/settings/account`)
    await page.getByLabel('Email').focus()
    await page.keyboard.type(DEMO.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(DEMO.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    expect(page.url()).toBe(`${product.url}/settings/account`)
    await context.close()
  })

  test('operators come into an area of their own, in a colour of its own', async () => {
    const { page, context } = await openPage()
    await signInByForm(page, product.url, OPERATOR)
    await page.waitForURL(`${product.url}/admin`)
    await page.getByText('Harkara operators').waitFor()
    await context.close()
  })

  test(`the sign-in page needs less than ${SCRIPT_BYTES_MAX / 1000} KB of script`, async () => {
    const { page, context } = await openPage()
    const sizes: number[] = []
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') sizes.push(gzipSync(await response.body()).length)
    })
    await page.goto(product.url, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThan(SCRIPT_BYTES_MAX)
    await context.close()
  })
})

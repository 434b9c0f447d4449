import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../server/tests/support/eventually.ts'
import { request } from '../../../server/tests/support/processes/process.ts'
import { openBrowser, VIEWS } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { sharedProduct } from './support/shared-product.ts'
import {
  askForCode,
  codeFor,
  DEMO,
  linkFor,
  newAddress,
  OPERATOR,
  PASSWORD,
  type Product,
  register,
  signInByForm,
  typeCode,
} from './support/steps.ts'

const SCRIPT_KB_MAX = 150

describe.runIf(hasChromium())('outside', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
  })

  test.each(VIEWS)(
    'a new user registers, enters the code from the mail and is signed in ($scheme, $width)',
    async (view) => {
      const { page, inspect, context } = await openPage(view)
      await page.goto(product.url)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await inspect('sign-in')
      await page.getByRole('link', { name: 'Create account' }).click()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Enter your company name.').waitFor()
      await inspect('register-refused')
      const email = newAddress()
      await page.getByLabel('Company').fill('Asha Traders')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Verify your email' }).waitFor()
      await inspect('verify')
      const code = await codeFor(product, email)
      await typeCode(page, code === '000000' ? '000001' : '000000')
      await page.getByText('This code is incorrect').waitFor()
      await page.evaluate((text) => navigator.clipboard.writeText(text), code)
      await page.getByLabel('Digit 1 of 6').focus()
      await page.keyboard.press('Control+V')
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await page.getByText('No plan').first().waitFor()
      await inspect('home-new')
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await context.close()
    },
  )

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

  test('signing in before verifying sends a code, or says that none was sent, and a reload loses nothing', async () => {
    const email = newAddress()
    for (const companyName of ['Asha Traders', 'Asha Traders Again'])
      await request(`${product.url}/api/v1/auth/register`, 'POST', { email, password: PASSWORD, companyName })
    const { page, context, inspect } = await openPage({ scheme: 'dark', width: 360 })
    await page.route('**/auth/send-otp', (route) => route.abort(), { times: 1 })
    await page.goto(product.url)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText(`The code could not be sent to ${email}.`).waitFor()
    expect(await page.getByText(/We sent/).count()).toBe(0)
    await inspect('verify-not-mailed')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(`We sent a 6-digit code to ${email}.`, { exact: false }).waitFor()
    const code = await codeFor(product, email)

    await page.reload()
    await page.getByText(`We sent a 6-digit code to ${email}.`, { exact: false }).waitFor()
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href)
    expect(kept).not.toContain(PASSWORD)
    await typeCode(page, code)
    // Registered twice: the code alone does not say which password is the owner's.
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await inspect('verify-password')
    await page.getByRole('button', { name: 'Verify email' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('@')
    await context.close()
  })

  test('a lost password is replaced by the code from the mail', async () => {
    const { page, context, inspect } = await openPage({ scheme: 'dark', width: 360 })
    const { email } = await register(page, product)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await page.getByRole('heading', { name: 'Reset password' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('New password').fill('nine slow turtles')
    await inspect('forgot-password')
    await typeCode(page, await codeFor(product, email, 'Reset your Harkara password'))
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInByForm(page, { email, password: 'nine slow turtles' })
    await context.close()
  })

  test('the links of the mails verify an address and replace a lost password', async () => {
    const { page, context, inspect } = await openPage({ scheme: 'light', width: 360 })
    const email = newAddress()
    await askForCode(product, email)
    await page.goto(await linkFor(product, email, 'Your Harkara verification code'))
    await page.getByRole('heading', { name: 'Verify your email' }).waitFor()
    await inspect('verify-by-link')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Verify email' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await request(`${product.url}/api/v1/auth/forgot-password`, 'POST', { email })
    await page.goto(await linkFor(product, email, 'Reset your Harkara password'))
    await page.getByLabel('New password').waitFor()
    await inspect('reset-by-link')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('New password').fill('nine slow turtles')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signInByForm(page, { email, password: 'nine slow turtles' })
    await context.close()
  })

  test.each(VIEWS)(
    'while a stranger guesses, a new browser gets in by the mailed code ($scheme, $width)',
    async (view) => {
      const { page: known, context: knownContext } = await openPage()
      const person = await register(known, product)
      for (let i = 0; i < 10; i++) await guessFrom('127.0.0.2', product.url, person.email)
      const { page, context, inspect } = await openPage(view)
      await page.goto(product.url)
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      const code = await codeFor(product, person.email, 'Your Harkara sign-in code')
      await typeCode(page, code === '000000' ? '000001' : '000000')
      await page.getByText('This code is incorrect').waitFor()
      await inspect('sign-in-challenge')
      await page.getByRole('button', { name: 'go back and check your password' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      await page.getByRole('button', { name: 'go back and check your password' }).click()
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Check your email' }).waitFor()
      const next = await eventually(async () => {
        const newest = await codeFor(product, person.email, 'Your Harkara sign-in code')
        if (newest === code) throw new Error('no second code yet')
        return newest
      }, 20_000)
      await typeCode(page, next)
      await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
      // the browser that was there before needs no code
      await known.getByRole('button', { name: 'Account' }).click()
      await known.getByRole('menuitem', { name: 'Sign out' }).click()
      await signInByForm(known, person)
      await context.close()
      await knownContext.close()
    },
  )

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
    await page.goto(product.url)
    await signInByForm(page, OPERATOR)
    await page.waitForURL(`${product.url}/admin`)
    await page.getByRole('banner').getByText('Operators').waitFor()
    await context.close()
  })

  test('signing in leads back to the page that was asked for, with its filters', async () => {
    const { page, context } = await openPage()
    await page.goto(`${product.url}/campaigns?status=PAUSED`)
    await page.waitForURL(/next=/)
    await signInByForm(page, DEMO)
    await page.waitForURL(`${product.url}/campaigns?status=PAUSED`)
    await context.close()
  })

  test(`the sign-in page needs less than ${SCRIPT_KB_MAX} KB of script`, async () => {
    const { page, context } = await openPage(undefined, { isOwn: true })
    const sizes: number[] = []
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') sizes.push(gzipSync(await response.body()).length)
    })
    await page.goto(product.url, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThan(SCRIPT_KB_MAX * 1024)
    await context.close()
  })
})

/** A wrong password from another address of this machine, which is another network to the product. */
const guessFrom = (localAddress: string, url: string, email: string) =>
  new Promise<void>((resolve, reject) => {
    const target = new URL('/api/v1/auth/login', url)
    const headers = { 'content-type': 'application/json' }
    const options = {
      host: '127.0.0.1',
      port: target.port,
      path: target.pathname,
      method: 'POST',
      headers,
      localAddress,
    }
    const sent = httpRequest(options, (response) => response.resume().on('end', resolve))
    sent.on('error', reject)
    sent.end(JSON.stringify({ email, password: 'a wrong guess' }))
  })

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { authenticatorApp, wrongCode } from '../../../server/tests/support/auth/authenticator-app.ts'
import { DESKTOP_AND_PHONE, openBrowser, VIEWS } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { advance, enter, OPERATOR, type Product, startForBrowser, typeCode } from './support/steps.ts'

const STEP_SECONDS = 30

describe.runIf(hasChromium())('two-factor authentication', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  let movedMs = 0
  beforeAll(async () => {
    product = await startForBrowser({ OPERATOR_MFA_REQUIRED: 'true', SANDBOX_DEMO_DATA: 'false' })
    ;({ openPage } = await openBrowser(product))
  })

  const clock = { now: () => new Date(Date.now() + movedMs) }
  /** Until the app shows another code, because each works once. */
  const nextCode = async () => {
    await advance(product, STEP_SECONDS)
    movedMs += STEP_SECONDS * 1000
  }

  /** Takes the steps from the button to the saved codes. */
  async function setUpApp(page: Page) {
    await page.getByRole('button', { name: 'Set up app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up authenticator app' })
    await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    return authenticatorApp(secret, clock)
  }

  const readCodes = async (page: Page) => {
    const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await dialog.getByRole('button', { name: 'I have saved them' }).waitFor()
    return dialog.getByRole('listitem').allInnerTexts()
  }

  async function signOutAndFill(page: Page, { email, password }: { email: string; password: string }) {
    await page.context().clearCookies()
    await page.goto(`${product.url}/sign-in`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  /** A device with a fingerprint sensor, in Chromium. */
  async function withPasskeyDevice(page: Page) {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  }

  const isHome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

  test.each(VIEWS)(
    'an authenticator app is set up, and it or a recovery code completes the sign-in ($scheme, $width)',
    async (view) => {
      const { page, inspect, context } = await openPage(view)
      const person = await enter(page, product)
      await page.goto(`${product.url}/settings/account`)
      await page.getByText('Off. An app on your phone').waitFor()
      await inspect('two-factor-off')
      const app = await setUpApp(page)
      await inspect('two-factor-set-up')
      await typeCode(page, wrongCode(app))
      await page.getByText('This code is incorrect. Enter the code that the app shows now.').waitFor()
      await typeCode(page, app.code())
      const codes = await readCodes(page)
      expect(codes).toHaveLength(10)
      await inspect('recovery-codes')
      await page.getByRole('button', { name: 'Copy codes' }).click()
      expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n').filter(Boolean)).toEqual(codes)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download codes' }).click()
      expect((await download).suggestedFilename()).toBe('harkara-recovery-codes.txt')
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.getByText('10 of 10 codes left', { exact: false }).waitFor()
      await inspect('two-factor-on')

      await nextCode()
      await signOutAndFill(page, person)
      await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
      await inspect('second-step')
      await typeCode(page, wrongCode(app))
      await page.getByText('This code is incorrect, or it has been used already.', { exact: false }).waitFor()
      await typeCode(page, app.code())
      await isHome(page)

      await signOutAndFill(page, person)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(codes[0] ?? '')
      await inspect('recovery-code')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await isHome(page)

      await page.goto(`${product.url}/settings/account`)
      await page.getByText('9 of 10 codes left', { exact: false }).waitFor()
      await nextCode()
      await page.getByRole('button', { name: 'Remove app' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove authenticator app?' })
      await dialog.getByLabel('Password', { exact: true }).fill(person.password)
      await dialog.getByLabel('Code').fill(app.code())
      await dialog.getByRole('button', { name: 'Remove app' }).click()
      await page.getByText('Off. An app on your phone').waitFor()
      await context.close()
    },
  )

  test('a passkey is added, signs in alone and after the password, and is removed', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE, { isOwn: true })
    await withPasskeyDevice(page)
    const person = await enter(page, product)
    await page.goto(`${product.url}/settings/account`)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name').fill('Work laptop')
    await inspect('add-passkey')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    expect(await readCodes(page)).toHaveLength(10)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('cell', { name: 'Work laptop' }).waitFor()
    await inspect('passkeys')

    await page.context().clearCookies()
    await page.goto(`${product.url}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await isHome(page)
    await signOutAndFill(page, person)
    await page.getByRole('button', { name: 'Use passkey' }).waitFor()
    await inspect('second-step-passkey')
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await isHome(page)

    // more than fifteen minutes later the password is asked for
    await advance(product, 1_000)
    movedMs += 1_000_000
    await page.goto(`${product.url}/settings/account`)
    await page.getByRole('table', { name: 'Passkeys' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    await dialog.getByLabel('Password', { exact: true }).fill('not this one')
    await dialog.getByRole('button', { name: 'Confirm password' }).click()
    await dialog.getByText('This password is incorrect.').waitFor()
    await inspect('confirm-password')
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Confirm password' }).click()
    await page.getByText('No passkeys yet').waitFor()
    await context.close()
  })

  test('an administrator who requires it of the team is led to set it up, and continues afterwards', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE, { isOwn: true })
    await withPasskeyDevice(page)
    await enter(page, product)
    await page.goto(`${product.url}/settings/team`)
    await page.getByLabel('Require two-factor for my team').click()
    await page.getByText('members without two-factor, including you', { exact: false }).waitFor()
    await inspect('require-two-factor')
    await page.getByRole('button', { name: 'Require two-factor' }).click()
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await page.getByText('Asha Traders requires two-factor authentication.', { exact: false }).waitFor()
    await inspect('required-set-up')
    await page.goto(`${product.url}/contacts`)
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('button', { name: 'Create passkey' }).click()
    expect(await readCodes(page)).toHaveLength(10)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
    await page.goto(`${product.url}/settings/team`)
    await page.getByRole('cell', { name: 'On', exact: true }).waitFor()
    expect(await page.getByLabel('Require two-factor for my team').isChecked()).toBe(true)
    await inspect('team-two-factor')
    await context.close()
  })

  test('an operator sets it up before anything else', async () => {
    const { page, inspect, context } = await openPage(DESKTOP_AND_PHONE)
    await signOutAndFill(page, OPERATOR)
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await page.getByText('Operators need two-factor authentication.', { exact: false }).waitFor()
    await inspect('operator-set-up')
    const app = await setUpApp(page)
    await typeCode(page, app.code())
    await readCodes(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.goto(`${product.url}/admin/operators`)
    await page.getByRole('cell', { name: 'On', exact: true }).waitFor()
    await inspect('operators-two-factor')
    await context.close()
  })
})

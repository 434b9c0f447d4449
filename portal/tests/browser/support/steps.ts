import type { Page } from 'playwright-core'
import { eventually } from '../../../../server/tests/support/eventually.ts'
import {
  mailTo,
  newDataDir,
  type ProductProcess,
  request,
  startProcess,
} from '../../../../server/tests/support/processes/process.ts'

/** Where a running product and its sandbox are. */
export type Product = Pick<ProductProcess, 'url' | 'sandboxUrl'>

/** The product as `npm start` runs it, on a new data folder, with the demo vendor in it. */
export async function startForBrowser(env: Record<string, string> = {}): Promise<Product> {
  const product = await startProcess({
    DATA_DIR: await newDataDir(),
    SANDBOX_DEMO_DATA: 'true',
    LOG_LEVEL: 'info',
    AUTH_CALLS_PER_MINUTE: '100000',
    // Several products run side by side for minutes: looking for work less often leaves the cores to the pages.
    IDLE_POLL_MS: '1000',
    ...env,
  })
  return { url: product.url.replace('127.0.0.1', 'localhost'), sandboxUrl: product.sandboxUrl }
}

export const DEMO = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }
export const OPERATOR = { email: 'operator@harkara.test', password: 'sandbox-harkara-1' }
export const SECOND_OPERATOR = { email: 'operator2@harkara.test', password: 'sandbox-harkara-1' }
export const PASSWORD = 'seven quiet rivers'
let people = 0
export const newAddress = () => `browser-${process.pid}-${++people}@example.com`

interface Person {
  email: string
  password: string
}

/** Somebody who has signed in already: the cookie that the form brings, without the form, which has tests of its own. */
export const signIn = (page: Page, url: string, { email, password }: Person) =>
  beLetIn(page, `${url}/api/v1/auth/login`, { email, password })

async function beLetIn(page: Page, url: string, data: object) {
  const answer = await page.request.post(url, { headers: { 'x-client': 'portal' }, data })
  if (!answer.ok()) throw new Error(`nobody was let in: ${answer.status()} ${await answer.text()}`)
  return answer
}

export async function signInByForm(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' })
}

/** Six digits from the newest mail, once it is the one that is waited for. */
export const codeFor = (product: Product, email: string, subject = 'Your Harkara verification code') =>
  eventually(async () => {
    const mail = await mailTo(product.sandboxUrl, email)
    const [code] = (mail.subject === subject && /\b\d{6}\b/.exec(mail.text)) || []
    if (!code) throw new Error(`no mail "${subject}" yet`)
    return code
  }, 20_000)

/** The address of the link in the newest mail. */
export const linkFor = (product: Product, email: string, subject: string) =>
  eventually(async () => {
    const mail = await mailTo(product.sandboxUrl, email)
    const [path] = (mail.subject === subject && /\/[\w-]+#[\w-]+/.exec(mail.text)) || []
    if (!path) throw new Error(`no mail "${subject}" with a link yet`)
    return product.url + path
  }, 20_000)

/** A new company, registered without the pages that do it, and signed in. */
export async function enter(page: Page, product: Product) {
  const email = newAddress()
  const otp = await askForCode(product, email)
  await beLetIn(page, `${product.url}/api/v1/auth/verify-otp`, { email, otp })
  return { email, password: PASSWORD }
}

/** Registers a company; the code that proves its address. */
export async function askForCode(product: Product, email: string) {
  const api = `${product.url}/api/v1/auth`
  await request(`${api}/register`, 'POST', { email, password: PASSWORD, companyName: 'Asha Traders' })
  await request(`${api}/send-otp`, 'POST', { email })
  return codeFor(product, email)
}

/** Registers a company on the page and goes in. */
export async function register(page: Page, product: Product, companyName = 'Asha Traders') {
  const email = newAddress()
  await page.goto(`${product.url}/register`)
  await page.getByLabel('Company').fill(companyName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Verify your email' }).waitFor()
  await typeCode(page, await codeFor(product, email))
  await page.getByText(companyName).first().waitFor()
  return { email, password: PASSWORD }
}

export async function typeCode(page: Page, code: string) {
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
}

/** Moves the product's clock and the sandbox's. */
export async function advance(product: Product, seconds: number) {
  const { status } = await request(`${product.sandboxUrl}/control/clock`, 'POST', { advanceSeconds: seconds })
  if (status !== 200) throw new Error(`the clock did not move: ${status}`)
}

/** The demo vendor pays when the sandbox's gateway has called back; until then it has no plan. */
export const demoIsReady = (product: Product) =>
  eventually(async () => {
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', DEMO)
    const { status } = await request(`${product.url}/api/v1/billing/subscription`, 'GET', undefined, body.accessToken)
    if (status !== 200) throw new Error('the demo vendor has no plan yet')
  }, 30_000)

/** Waits until a list of the operators has an entry: a page opened after that shows it at once. */
export async function waitForAdminEntry({ url }: Product, list: `/admin/${string}`) {
  const { body } = await request(`${url}/api/v1/auth/login`, 'POST', OPERATOR)
  await eventually(async () => {
    const { body: found } = await request(`${url}/api/v1${list}`, 'GET', undefined, body.accessToken)
    if (!found.data?.length) throw new Error(`nothing in ${list} yet: ${JSON.stringify(found)}`)
  }, 10_000)
}

/** Somebody who works for the same company, the demo vendor unless told otherwise, and may not pay. */
export async function inviteMember({ url, sandboxUrl }: Product, { email: by, password } = DEMO) {
  const email = newAddress()
  const { body } = await request(`${url}/api/v1/auth/login`, 'POST', { email: by, password })
  // Inviting takes a plan, for which the demo vendor pays a moment after the start.
  await eventually(async () => {
    const invited = await request(`${url}/api/v1/vendor/users`, 'POST', { email }, body.accessToken)
    if (invited.status !== 201) throw new Error(`nobody was invited: ${invited.status} ${JSON.stringify(invited.body)}`)
  }, 30_000)
  const [, token] = /#(hi_\S+)/.exec((await mailTo(sandboxUrl, email)).text) ?? []
  await request(`${url}/api/v1/auth/accept-invite`, 'POST', { token, password: PASSWORD })
  return { email, password: PASSWORD }
}

/** What is on the sandbox's checkout, and back. */
export async function payAtSandbox(page: Page) {
  await page.waitForURL('**/checkout/**')
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.getByRole('link', { name: 'Return to Harkara' }).click()
}

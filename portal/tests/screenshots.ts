import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { undoAll } from '../../server/tests/support/cleanup.ts'
import { eventually } from '../../server/tests/support/eventually.ts'
import { type Json, request } from '../../server/tests/support/processes/process.ts'
import { findChromium, launchChromium } from './browser/support/chromium.ts'
import { DEMO, OPERATOR, type Product, signIn, startForBrowser } from './browser/support/steps.ts'

/**
 * The pictures of README and docs: `npm run screenshots`. They show the demo month of a product of its own, and files
 * that are imported.
 */
const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url))
/** A title above the header, merged cells, and a hidden sheet before the one that is imported. */
const WORKBOOK = fileURLToPath(new URL('../../server/tests/fixtures/corpus/exceljs/decorated.xlsx', import.meta.url))
const SHOP = { ...DEMO, email: 'lotus@harkara.test' }
const MONTH_WITHIN_MS = 120_000
const NAMES = ['Asha', 'Ravi', 'Meera', 'Imran', 'Sarah', 'Kiran', 'Divya', 'Arjun', 'Fatima', 'Joseph']
const SURNAMES = ['Rao', 'Kumar', 'Iyer', 'Shaikh', 'Jones', 'Patel', 'Menon', 'Das', 'Khan', 'Fernandes']
const CITIES = ['Mumbai', 'Pune', 'Chennai', 'Nagpur', 'Kochi']

const WIDE: Screen = { scheme: 'light', width: 1440, height: 900 }
const PHONE: Screen = { scheme: 'dark', width: 390, height: 844 }

async function takeAll() {
  if (!findChromium()) throw new Error('Install Chromium first: the pictures are taken in it.')
  await mkdir(FOLDER, { recursive: true })
  const product = await startForBrowser({ SANDBOX_DEMO_MONTH: 'true' })
  const browser = await launchChromium()
  try {
    await eventually(() => signInto(product), MONTH_WITHIN_MS)
    const { campaignId, jobId } = await prepare(product)
    const wide = await visitor(browser, product, WIDE, SHOP)
    const phone = await visitor(browser, product, PHONE, SHOP)
    const hindi = await visitor(browser, product, { ...WIDE, locale: 'hi-IN' }, SHOP)
    const operator = await visitor(browser, product, WIDE, OPERATOR)
    const save = async (page: Page, name: string) => {
      await page.waitForLoadState('networkidle')
      await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'))
      await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    }
    const take = async (page: Page, path: string, name: string) => {
      await page.goto(product.url + path)
      await save(page, name)
    }
    await take(wide, '/', 'portal-home')
    await take(wide, `/imports/${jobId}`, 'portal-import')
    await wide.getByRole('button', { name: /^Fix \d+ failed rows$/ }).click()
    await wide.getByRole('grid').scrollIntoViewIfNeeded()
    await wide.screenshot({ path: join(FOLDER, 'portal-import-rows.png') })
    await take(wide, `/campaigns/${campaignId}`, 'portal-campaign')
    await take(wide, '/wallet', 'portal-wallet')
    await take(phone, '/', 'portal-phone')
    await take(hindi, '/', 'portal-hindi')
    await take(operator, '/admin', 'operators-dashboard')
    await wide.goto(`${product.url}/imports/new`)
    const file = { name: 'Customers of May.xlsx', mimeType: '', buffer: await readFile(WORKBOOK) }
    await wide.locator('input[type=file]').setInputFiles(file)
    await wide.getByRole('button', { name: /^Upload/ }).click()
    await wide.getByRole('button', { name: 'Change sheet or header' }).click()
    await wide.getByRole('table').waitFor()
    await save(wide, 'portal-import-columns')
  } finally {
    await browser.close()
    await undoAll()
  }
}

interface Screen {
  scheme: 'light' | 'dark'
  width: number
  height: number
  locale?: string
}

async function visitor(
  browser: Browser,
  product: Product,
  { scheme, width, height, locale = 'en-IN' }: Screen,
  person: { email: string; password: string },
) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale })
  const page = await context.newPage()
  await signIn(page, product.url, person)
  return page
}

/** The last campaign of the month, and a file that waits to be looked at. */
async function prepare(product: Product) {
  const call = callerOf(product)
  const [campaign] = (await call('GET', '/campaigns')).data
  return { campaignId: campaign.id as string, jobId: await importMessyFile(call) }
}

type Call = ReturnType<typeof callerOf>

/** The shop cannot sign in before its month is complete. */
async function signInto({ url }: Product): Promise<string> {
  const { status, body } = await request(`${url}/api/v1/auth/login`, 'POST', SHOP)
  if (status !== 200) throw new Error(`${SHOP.email} cannot sign in: ${status}`)
  return body.accessToken
}

const callerOf =
  (product: Product) =>
  async (method: string, path: string, body?: unknown): Promise<Json> => {
    const accessToken = await signInto(product)
    const { url } = product
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

/** A spreadsheet as people have them; the id of its import, once it can be reviewed. */
async function importMessyFile(call: Call): Promise<string> {
  const rows = Array.from({ length: 180 }, (_, n) => {
    const name = `${NAMES[(n * 7) % 10]} ${SURNAMES[n % 10]}`
    const number = n % 9 === 0 ? `098765 ${10_000 + n}` : n % 23 === 0 ? '9.87654E+11' : `98765-${50_000 + n}`
    return `${name};${number};${CITIES[n % 5]}`
  })
  const form = new FormData()
  form.append('file', new Blob([`Full name;Phone no.;City\r\n${rows.join('\r\n')}\r\n`]), 'customers autumn.csv')
  form.append('defaultCountry', 'IN')
  const { jobId } = await call('POST', '/contacts/import', form)
  await eventually(async () => {
    const { status } = await call('GET', `/contacts/import/${jobId}/status`)
    if (status === 'AWAITING_MAPPING') await call('POST', `/contacts/import/${jobId}/mapping`, {})
    if (status !== 'PENDING_REVIEW') throw new Error(`the import is ${status}`)
  }, 60_000)
  return jobId
}

await takeAll()

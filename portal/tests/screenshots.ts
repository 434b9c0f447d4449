import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { undoAll } from '../../server/tests/support/cleanup.ts'
import { eventually } from '../../server/tests/support/eventually.ts'
import { type Json, request } from '../../server/tests/support/processes/process.ts'
import { findChromium, launchChromium } from './browser/chromium.ts'
import { advance, DEMO, demoIsReady, type Product, signIn, startForBrowser } from './browser/steps.ts'

/**
 * The pictures of the README: `npm run screenshots`. A shop lives through a few days on a product of its own, with the
 * sandbox's clock, and then its pages are looked at.
 */
const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const DAY_SECONDS = 86_400
const DAYS = 6
const FAILED_AT_PROVIDER = 0.04
const NAMES = ['Asha', 'Ravi', 'Meera', 'Imran', 'Sarah', 'Kiran', 'Divya', 'Arjun', 'Fatima', 'Joseph']
const SURNAMES = ['Rao', 'Kumar', 'Iyer', 'Shaikh', 'Jones', 'Patel', 'Menon', 'Das', 'Khan', 'Fernandes']
const CITIES = ['Mumbai', 'Pune', 'Chennai', 'Nagpur', 'Kochi']

const WIDE = { scheme: 'light', width: 1440, height: 900 } as const
const PHONE = { scheme: 'dark', width: 390, height: 844 } as const

async function takeAll() {
  if (!findChromium()) throw new Error('Install Chromium first: the pictures are taken in it.')
  await mkdir(FOLDER, { recursive: true })
  const product = await startForBrowser({ DISPATCH_RATE_PER_SECOND: '200' })
  const browser = await launchChromium()
  try {
    await demoIsReady(product)
    const { campaignId, jobId } = await liveThrough(product)
    const wide = await visitor(browser, product, WIDE)
    const phone = await visitor(browser, product, PHONE)
    const take = async (page: Page, path: string, name: string) => {
      await page.goto(product.url + path)
      await page.waitForLoadState('networkidle')
      await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'))
      await page.screenshot({ path: join(FOLDER, `${name}.png`) })
    }
    await take(wide, '/', 'portal-home')
    await take(wide, `/imports/${jobId}`, 'portal-import')
    await wide.getByRole('button', { name: /^Fix \d+ failed rows$/ }).click()
    await wide.getByRole('grid').scrollIntoViewIfNeeded()
    await wide.screenshot({ path: join(FOLDER, 'portal-import-rows.png') })
    await take(wide, `/campaigns/${campaignId}`, 'portal-campaign')
    await take(wide, '/wallet', 'portal-wallet')
    await take(phone, '/', 'portal-phone')
  } finally {
    await browser.close()
    await undoAll()
  }
}

async function visitor(browser: Browser, product: Product, { scheme, width, height }: typeof WIDE | typeof PHONE) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme })
  const page = await context.newPage()
  await signIn(page, product.url, DEMO)
  return page
}

/** A list, a campaign a day, an answer, and a file that waits to be looked at. */
async function liveThrough(product: Product) {
  const call = callerOf(product)
  const contacts = Array.from({ length: 240 }, (_, n) => ({
    name: `${NAMES[n % 10]} ${SURNAMES[Math.floor(n / 10) % 10]}`,
    mobile: `+9198765${String(40_000 + n)}`,
    labels: ['Customers'],
    attributes: { city: CITIES[n % 5] },
  }))
  for (let from = 0; from < contacts.length; from += 100)
    await call('POST', '/contacts/bulk', { contacts: contacts.slice(from, from + 100) })
  const { id: contactListId } = await call('POST', '/contact-lists', {
    name: 'Customers',
    labels: ['Customers'],
  })
  const templateId = await eventually(async () => {
    const [template] = (await call('GET', '/templates?status=APPROVED')).data
    if (!template) throw new Error('no template is approved yet')
    return template.id as string
  }, 30_000)
  await request(`${product.sandboxUrl}/control/provider`, 'PUT', { failRate: FAILED_AT_PROVIDER, failCode: 131026 })
  let campaignId = ''
  for (let day = 0; day < DAYS; day++) {
    if (day > 0) await advance(product, DAY_SECONDS)
    ;({ campaignId } = await call('POST', '/campaigns/launch', {
      templateId,
      contactListId,
      name: `${['Welcome', 'Monsoon', 'Weekend', 'New stock', 'Festival', 'Diwali'][day]} offers`,
      variables: { 1: { from: 'name', fallback: 'there' }, 2: { from: 'attributes.city', fallback: 'town' } },
    }))
    await eventually(async () => {
      const { counts, recipients } = await call('GET', `/campaigns/${campaignId}`)
      if (counts.DELIVERED + counts.FAILED < recipients) throw new Error(`the campaign of day ${day} is under way`)
    }, 60_000)
  }
  return { campaignId, jobId: await importMessyFile(call) }
}

type Call = ReturnType<typeof callerOf>

/** Signs in for each call: the clock moves faster than tokens live. */
const callerOf =
  ({ url }: Product) =>
  async (method: string, path: string, body?: unknown): Promise<Json> => {
    const login = await request(`${url}/api/v1/auth/login`, 'POST', DEMO)
    const { accessToken } = login.body
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
    const number = n % 9 === 0 ? `098765 ${40_000 + n}` : n % 23 === 0 ? '9.87654E+11' : `98765-${50_000 + n}`
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

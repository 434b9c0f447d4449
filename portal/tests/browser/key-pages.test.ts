import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../../server/tests/support/processes/process.ts'
import { openBrowser } from './support/browser.ts'
import { hasChromium } from './support/chromium.ts'
import { inspectAs, untilStill } from './support/inspect.ts'
import { sharedProduct } from './support/shared-product.ts'
import { DEMO, OPERATOR, type Product, signIn } from './support/steps.ts'
import { layoutFaultsIn } from './support/tidy.ts'
import { examplesOf, withData } from './support/worst-data.ts'

const OF_VENDORS = [
  '/',
  '/contacts',
  '/contacts/labels',
  '/lists',
  '/imports',
  '/templates',
  '/campaigns',
  '/inbox',
  '/wallet',
  '/billing/plan',
  '/billing/invoices',
  '/billing/refunds',
  '/settings/company',
  '/settings/team',
  '/settings/api-keys',
  '/settings/auto-replies',
  '/settings/activity',
  '/settings/account',
  '/nowhere',
]
const OF_OPERATORS = [
  '/admin',
  '/admin/vendors',
  '/admin/billing',
  '/admin/refunds',
  '/admin/payments',
  '/admin/approvals',
  '/admin/operators',
  '/admin/pricing',
  '/admin/dead-letters',
  '/admin/flagged-imports',
  '/admin/provider',
  '/admin/audit',
  '/admin/account',
  '/admin/nowhere',
]
/** Empty pages have little that could be out of place: only CI looks at them, and at the dark colours of large windows. */
const WALKS = [
  { data: 'long', scheme: 'light', width: 1440, narrower: [768, 360] },
  ...(process.env['EVERY_VIEW'] ? [{ data: 'no', scheme: 'dark', width: 1440, narrower: [768, 360] } as const] : []),
] as const
/** For people to look at. */
const FOLDER = process.env['SCREENSHOTS']

describe.runIf(hasChromium())('key pages', () => {
  let product: Product
  let openPage: Awaited<ReturnType<typeof openBrowser>>['openPage']
  let examples: Awaited<ReturnType<typeof examplesOf>>
  beforeAll(async () => {
    product = await sharedProduct()
    ;({ openPage } = await openBrowser(product))
    examples = await examplesOf(product)
  })

  const vendorPage = async () => {
    const { body } = await request(`${product.url}/api/v1/auth/login`, 'POST', DEMO)
    return `/admin/vendors/${body.vendor.id}`
  }

  test.each(
    WALKS.flatMap((walk) => [
      { who: 'vendors', ...walk },
      { who: 'operators', ...walk },
    ]),
  )('of $who hold $data data ($scheme, $width): nothing overlaps, breaks or scrolls sideways', async (walk) => {
    const { who, data, scheme, width: first, narrower } = walk
    const { page, faults, context } = await openPage({ scheme, width: first })
    await signIn(page, product.url, who === 'vendors' ? DEMO : OPERATOR)
    await withData(page, data, examples)
    const paths = who === 'vendors' ? OF_VENDORS : [...OF_OPERATORS, await vendorPage()]
    const layoutFaults: string[] = []
    for (const path of paths) {
      await page.goto(product.url + path)
      await untilRead(page)
      for (const width of [first, ...narrower]) {
        const name = `${data}${path.replaceAll('/', '-')}-${width}`
        await page.setViewportSize({ width, height: 900 })
        await untilStill(page)
        if (FOLDER) await page.screenshot({ path: join(FOLDER, `${name}.png`) })
        layoutFaults.push(...(await layoutFaultsIn(page)).map((what) => `${name}: ${what}`))
        if (scheme === 'dark' && width === first) await inspectAs(page, { scheme, width }, name, 'colours')
      }
    }
    expect(layoutFaults).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

const untilRead = (page: Page) =>
  page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('.mantine-Skeleton-root'))

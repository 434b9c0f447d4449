import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { atEnd } from '../../../../server/tests/support/cleanup.ts'
import { launchChromium } from './chromium.ts'
import { inspectAs, isPhone, showAs, sizeOf, type View } from './inspect.ts'
import type { Product } from './steps.ts'

/** A missing element fails a test within seconds; the error names the locator. Long enough for a busy machine. */
const ELEMENT_WITHIN_MS = 30_000

/** The steps are taken on a desktop, and each page is inspected on a phone in dark mode as well. */
export const DESKTOP_AND_PHONE: View = { scheme: 'light', width: 1440, also: [{ scheme: 'dark', width: 360 }] }

/** EVERY_VIEW takes the steps on a phone too, and inspects the tablet and the other colour schemes. CI sets it. */
export const VIEWS: readonly View[] = process.env['EVERY_VIEW']
  ? [
      { scheme: 'light', width: 1440, also: [{ scheme: 'dark', width: 768 }] },
      { scheme: 'dark', width: 360, also: [{ scheme: 'light', width: 360 }] },
    ]
  : [DESKTOP_AND_PHONE]

interface Options {
  /** With animations. Everybody else prefers reduced motion, because animations cost time and frames. */
  hasMotion?: boolean
  /** In a context of its own, which is closed afterwards: with empty caches, or for changes that cannot be undone. */
  isOwn?: boolean
}

export interface Visitor {
  page: Page
  /** Closing it hands the page back for the next test, without cookies, storage, routes and listeners. */
  context: Pick<BrowserContext, 'cookies' | 'clearCookies' | 'setOffline' | 'close'>
  /** What the browser complained of: exceptions, and whatever the page's policy stopped. */
  faults: readonly string[]
  /** Is the page as it should be? No serious fault for people who hear or type it, none at the sides, none in scripts. */
  inspect(name: string): Promise<void>
}

/** One Chromium for all files of a worker process; it ends with the process. */
let launched: Promise<Browser> | undefined

/** Pages nobody uses. Their renderer has the scripts of the portal compiled, which is most of the work of a page load. */
const idle: Page[] = []

/** Pages that note every fault of theirs. Those that a failed test left open are closed at the end of its file. */
export async function openBrowser(product: Product) {
  launched ??= launchChromium()
  const browser = await launched
  const used = new Set<Page>()
  atEnd(() => Promise.all([...used].map((page) => page.context().close())))

  async function handBack(page: Page, { isOwn }: Options) {
    used.delete(page)
    if (isOwn) return page.context().close()
    await reset(page, product)
    idle.push(page)
  }

  return {
    async openPage(view: View = { scheme: 'light', width: 1440 }, options: Options = {}): Promise<Visitor> {
      const page = (!options.isOwn && idle.pop()) || (await newPage(browser))
      used.add(page)
      await page.setViewportSize(sizeOf(view))
      await page.emulateMedia({
        colorScheme: view.scheme,
        reducedMotion: options.hasMotion ? 'no-preference' : 'reduce',
      })
      return visitor(page, view, () => handBack(page, options))
    },
  }
}

async function newPage(browser: Browser) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  page.setDefaultTimeout(ELEMENT_WITHIN_MS)
  return page
}

/** Nothing of a test is left for the next one. A picture of the same origin ends the portal and keeps the renderer. */
async function reset(page: Page, { url }: Product) {
  const context = page.context()
  for (const event of ['request', 'response', 'console', 'pageerror'] as const) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}

function visitor(page: Page, view: View, close: () => Promise<void>): Visitor {
  const context = page.context()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return {
    page,
    context: {
      cookies: (urls) => context.cookies(urls),
      clearCookies: () => context.clearCookies(),
      setOffline: (isOffline) => context.setOffline(isOffline),
      close,
    },
    faults,
    async inspect(name) {
      await inspectAs(page, view, name)
      for (const other of view.also ?? []) {
        await showAs(page, other)
        await inspectAs(page, other, name, isPhone(other) === isPhone(view) ? 'colours' : 'all')
      }
      if (view.also) await showAs(page, view)
      expect(faults, name).toEqual([])
    },
  }
}

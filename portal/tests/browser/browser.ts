import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { atEnd } from '../../../server/tests/support/at-end.ts'
import { launchChromium } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface View {
  scheme: 'light' | 'dark'
  width: number
  /** How else each page is inspected that is come to this way. */
  also?: readonly View[]
}
/** A desk, a tablet and a phone, both ways: all are looked at, and the widest and the narrowest are walked through. */
export const VIEWS: readonly View[] = [
  { scheme: 'light', width: 1440, also: [{ scheme: 'dark', width: 768 }] },
  { scheme: 'dark', width: 360, also: [{ scheme: 'light', width: 360 }] },
]

/** A browser that ends with the test file, and pages that note every fault of theirs. */
export async function openBrowser() {
  const browser = await launchChromium()
  atEnd(() => browser.close())
  return {
    async openPage(view: View = { scheme: 'light', width: 1440 }): Promise<Visitor> {
      const context = await browser.newContext({
        viewport: sizeOf(view),
        colorScheme: view.scheme,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const page = await context.newPage()
      page.setDefaultTimeout(90_000)
      return visitor(page, context, view)
    },
  }
}

const sizeOf = ({ width }: View) => ({ width, height: width < 500 ? 740 : 900 })

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What the browser complained of: exceptions, and whatever the page's policy stopped. */
  faults: readonly string[]
  /** Is the page as it should be? No serious fault for people who hear or type it, none at the sides, none in scripts. */
  inspect(name: string): Promise<void>
}

function visitor(page: Page, context: BrowserContext, view: View): Visitor {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return {
    page,
    context,
    faults,
    async inspect(name) {
      await inspectAs(page, view, name)
      for (const other of view.also ?? []) {
        await showAs(page, other)
        await inspectAs(page, other, name)
      }
      if (view.also) await showAs(page, view)
      expect(faults, name).toEqual([])
    },
  }
}

async function showAs(page: Page, view: View) {
  await page.setViewportSize(sizeOf(view))
  await page.emulateMedia({ colorScheme: view.scheme })
  await page.waitForFunction((scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme, view.scheme)
  // A frame later colours have begun to change, and it can be seen when they have.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
}

async function inspectAs(page: Page, { scheme, width }: View, name: string) {
  const seen = `${name}-${scheme}-${width}`
  // What moves is still half transparent, and would be judged by that.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
  await keepScreenshot(page, seen)
  expect(await accessFaults(page), seen).toEqual([])
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isTooWide, `${seen} scrolls sideways`).toBe(false)
}

async function accessFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const { violations } = await page.evaluate(() => {
    const { axe } = window as unknown as { axe: Axe }
    return axe.run(document, { resultTypes: ['violations'] })
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`)
}

interface Axe {
  run(where: Document, options: { resultTypes: string[] }): Promise<{ violations: Violation[] }>
}

interface Violation {
  id: string
  impact: string
  help: string
  nodes: { target: string[] }[]
}

/** SCREENSHOTS names a folder; what is in it is for people to look at. */
async function keepScreenshot(page: Page, name: string) {
  const folder = process.env['SCREENSHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

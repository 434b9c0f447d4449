import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface View {
  scheme: 'light' | 'dark'
  width: number
  /** How else each page is inspected that is come to this way. */
  also?: readonly View[]
}

export const isPhone = ({ width }: View) => width < 500

export const sizeOf = (view: View) => ({ width: view.width, height: isPhone(view) ? 740 : 900 })

export async function showAs(page: Page, view: View) {
  await page.setViewportSize(sizeOf(view))
  await page.emulateMedia({ colorScheme: view.scheme })
  await page.waitForFunction((scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme, view.scheme)
  // A frame later colours have begun to change, and it can be seen when they have.
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
}

/** Where the same page was inspected in the same layout before, only its colours can have faults that are new. */
export async function inspectAs(page: Page, { scheme, width }: View, name: string, rules: Rules = 'all') {
  const seen = `${name}-${scheme}-${width}`
  await untilStill(page)
  await keepScreenshot(page, seen)
  expect(await accessFaults(page, rules), seen).toEqual([])
  await expectToFit(page, seen)
}

export async function expectToFit(page: Page, name: string) {
  expect(await scrollsSideways(page), `${name} scrolls sideways`).toBe(false)
}

/** Charts follow a new width a moment later. */
export const scrollsSideways = (page: Page) =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: FITS_WITHIN_MS })
    .then(
      () => false,
      () => true,
    )
const FITS_WITHIN_MS = 10_000

/**
 * What moves is still half transparent or half as wide, and would be judged by that, and so would the rows of the page
 * before, which are shown until those of the next one have arrived. A dialog is given the name of its title only after
 * it was painted.
 */
export const untilStill = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('[role=dialog]:not([aria-labelledby], [aria-label])') === null &&
      document.querySelector('tbody[data-loading=true]') === null &&
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )

type Rules = 'all' | 'colours'

const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Skips the rules that cannot find a serious fault, and fetches no style sheets, which only rules that are off need.
 * With an open dialog only the dialog is inspected: nothing behind it can be reached.
 */
async function accessFaults(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(
    async ([impacts, off, only]) => {
      const { axe } = window as unknown as { axe: Axe }
      const able = axe._audit.rules.filter(({ id, enabled, impact, tags }) =>
        only ? only.includes(id) : enabled && impacts.includes(impact) && !tags.some((tag) => off.includes(tag)),
      )
      const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')]
      const found = await axe.run(dialogs.length > 0 ? dialogs : document, {
        runOnly: able.map(({ id }) => id),
        resultTypes: ['violations'],
        preload: false,
      })
      return found.violations.filter(({ impact }) => impacts.includes(impact))
    },
    [SERIOUS, TAGS_OFF, rules === 'colours' ? RULES_OF_COLOURS : undefined] as const,
  )
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
  )
}

const SERIOUS: readonly string[] = ['serious', 'critical']
/** Off unless asked for, as axe itself has it. */
const TAGS_OFF: readonly string[] = ['experimental', 'deprecated']

interface Axe {
  _audit: { rules: { id: string; enabled: boolean; impact: string; tags: string[] }[] }
  run(
    where: Document | Element[],
    options: { runOnly: string[]; resultTypes: string[]; preload: boolean },
  ): Promise<{ violations: Violation[] }>
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

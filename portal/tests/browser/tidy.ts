import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectToFit, untilStill } from './inspect.ts'

const WIDTHS = [1440, 1024, 768, 360]
/** In between the same elements are only narrower. */
const INSPECTED = [1440, 360]

/** At every width: no number is broken, nothing leaves its cell, nothing scrolls sideways. */
export async function expectTidy(page: Page, inspect: (name: string) => Promise<void>, name: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await untilStill(page)
    expect(await brokenIn(page), `${name} at ${width}`).toEqual([])
    expect(await overflowingIn(page), `${name} at ${width}`).toEqual([])
    if (INSPECTED.includes(width)) await inspect(`${name}-${width}`)
    else await expectToFit(page, `${name} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Cells and frames of tables whose content is wider than they are. Text that ends with an ellipsis is not. */
const overflowingIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td, :has(> table)')]
      .filter((cell) => cell.offsetParent && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.innerText),
  )

/** Phone numbers, figures and dates that stand in more than one line. */
const brokenIn = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('td')].filter(
      (cell) => /^\+\d{8,}$/.test(cell.innerText.trim()) || cell.dataset['number'] === 'true',
    )
    const texts = [...cells, ...document.querySelectorAll('td time')].flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      return walker.nextNode() ? [walker.currentNode] : []
    })
    return texts
      .filter((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return range.getClientRects().length > 1
      })
      .map((text) => text.textContent)
  })

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectToFit, scrollsSideways, untilStill } from './inspect.ts'

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

/** What is not in its place: broken numbers, content that leaves its cell or the page, texts on other texts. */
export async function layoutFaultsIn(page: Page): Promise<string[]> {
  const isTooWide = await scrollsSideways(page)
  return [
    ...(await brokenIn(page)).map((text) => `${text} is broken`),
    ...(await overflowingIn(page)).map((text) => `${text} is wider than its cell`),
    ...(await overlappingIn(page)).map((texts) => `${texts} overlap`),
    ...(isTooWide ? ['the page scrolls sideways'] : []),
  ]
}

/**
 * Cells and frames of tables whose content is wider than they are, and counts in badges that are cut off. Text that ends
 * with an ellipsis is not.
 */
const overflowingIn = (page: Page) =>
  page.evaluate(() => {
    const badges = [...document.querySelectorAll<HTMLElement>('.mantine-Badge-label')]
    const counts = badges.filter(({ innerText }) => /^\d/.test(innerText))
    return [...document.querySelectorAll<HTMLElement>('td, :has(> table)'), ...counts]
      .filter((cell) => cell.checkVisibility() && cell.offsetParent && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.innerText)
  })

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

/** Texts of the page that lie on other texts. What is cut off, moves with the window or is only read aloud does not count. */
const overlappingIn = (page: Page) =>
  page.evaluate(() => {
    const clip = (element: Element, rect: DOMRect) => {
      let { left, right, top, bottom } = rect
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { overflowX, position } = getComputedStyle(one)
        if (position === 'fixed' || position === 'sticky') return undefined
        if (overflowX === 'visible') continue
        const box = one.getBoundingClientRect()
        ;[left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        ;[top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      return right - left > 2 && bottom - top > 2 ? { left, right, top, bottom } : undefined
    }
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const found: { node: Node; text: string; box: NonNullable<ReturnType<typeof clip>> }[] = []
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode
      if (!textContent?.trim() || !parentElement?.checkVisibility() || parentElement.closest('svg, option')) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      for (const rect of range.getClientRects()) {
        const box = clip(parentElement, rect)
        if (box) found.push({ node: walker.currentNode, text: textContent.slice(0, 40), box })
      }
    }
    const lieOver = (a: (typeof found)[number], b: (typeof found)[number]) =>
      a.node !== b.node &&
      Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2 &&
      Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4
    return found.flatMap((a, i) =>
      found.slice(i + 1).flatMap((b) => (lieOver(a, b) ? [`“${a.text}” and “${b.text}”`] : [])),
    )
  })

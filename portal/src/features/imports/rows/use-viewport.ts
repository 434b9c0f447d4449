import { useLayoutEffect, useRef, useState } from 'react'
import { COLUMN_WIDTH, ROW_HEIGHT, type Viewport } from './grid-window.ts'

/** Size and scroll position of an element, updated once for each row or column that comes into view. */
export function useViewport() {
  const ref = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Viewport>({ top: 0, left: 0, width: 1000, height: 600 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { scrollTop, scrollLeft, clientWidth, clientHeight } = element
      const next = {
        top: stepped(scrollTop, ROW_HEIGHT),
        left: stepped(scrollLeft, COLUMN_WIDTH),
        width: clientWidth,
        height: clientHeight,
      }
      setView((now) => (isSame(now, next) ? now : next))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      sizes.disconnect()
    }
  }, [])
  const scrollTo = ({ top, left }: { top: number; left: number }) => {
    const element = ref.current
    if (!element) return
    element.scrollTop = top
    element.scrollLeft = left
  }
  const exact = (): Viewport => {
    const element = ref.current
    return element ? { ...view, top: element.scrollTop, left: element.scrollLeft } : view
  }
  return { ref, view, exact, scrollTo }
}

const stepped = (pixels: number, size: number) => Math.floor(pixels / size) * size

const isSame = (a: Viewport, b: Viewport) =>
  a.top === b.top && a.left === b.left && a.width === b.width && a.height === b.height

import { BRAND_BUBBLE, BRAND_COLOUR, BRAND_GRID, BRAND_LETTER, BRAND_STROKE } from '../brand.ts'
import type { Sheet } from './sheet.ts'

/** Draws the mark of the platform, which issues the document. Vectors, so that it prints sharply at every size. */
export function drawBrandMark({ doc }: Sheet, x: number, y: number, size: number) {
  doc
    .save()
    .translate(x, y)
    .scale(size / BRAND_GRID)
  doc.path(BRAND_BUBBLE).fill(BRAND_COLOUR)
  doc.path(BRAND_LETTER).lineWidth(BRAND_STROKE).lineCap('round').strokeColor('#fff').stroke()
  doc.restore()
}

import { create as createFont } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'
import type { Script } from './scripts.ts'

/** Lengths are in thousandths of the font size, as in PDF. */
interface Glyph {
  id: number
  /** The position of its letters in the text. Glyphs of one letter or conjunct have the same. */
  cluster: number
  codePoints: number[]
  /** The width in the font. The next glyph is placed after `xAdvance`. */
  advanceWidth: number
  xAdvance: number
  xOffset: number
  yOffset: number
}

export interface ShapedText {
  glyphs: Glyph[]
  width: number
  /** How far the glyphs reach above and below the baseline. */
  ascent: number
  descent: number
}

/**
 * One font file. HarfBuzz selects and positions the glyphs (conjuncts, joined letters, marks); pdfkit embeds the used
 * ones.
 */
export class FontFace {
  readonly name: string
  /** For pdfkit's `font()`. It draws the result of `shape`, which is passed as the option `features`. */
  readonly pdfFont: object
  private readonly font: harfbuzz.Font
  private readonly characters: ReadonlySet<number>
  private readonly scale: number

  constructor(name: string, trueType: Uint8Array) {
    this.name = name
    const face = new harfbuzz.Face(new harfbuzz.Blob(trueType))
    this.font = new harfbuzz.Font(face)
    this.characters = new Set(face.collectUnicodes())
    this.scale = 1000 / face.upem
    this.pdfFont = Object.defineProperties(createFont(trueType), {
      postscriptName: { value: name },
      layout: { value: (_text: string, shaped: Pick<ShapedText, 'glyphs'>) => this.asRun(shaped) },
    })
  }

  has(codePoint: number): boolean {
    return this.characters.has(codePoint)
  }

  /** The text must have one script and one direction. Glyphs are returned in visual order. */
  shape(text: string, script: Script | undefined, isRightToLeft: boolean): ShapedText {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
    if (script) buffer.setScript(script)
    buffer.setFlags(harfbuzz.BufferFlag.REMOVE_DEFAULT_IGNORABLES)
    buffer.guessSegmentProperties()
    harfbuzz.shape(this.font, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()
    const codePoints = this.codePointsOf(
      text,
      infos.map(({ codepoint: id, cluster }, i) => ({ id, cluster, isMark: positions[i]?.xAdvance === 0 })),
    )
    const shaped: ShapedText = { glyphs: [], width: 0, ascent: 0, descent: 0 }
    for (const [i, { codepoint: id, cluster }] of infos.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {}
      const glyph = {
        id,
        cluster,
        codePoints: codePoints[i] ?? [],
        advanceWidth: this.font.glyphHAdvance(id) * this.scale,
        xAdvance: xAdvance * this.scale,
        xOffset: xOffset * this.scale,
        yOffset: yOffset * this.scale,
      }
      shaped.glyphs.push(glyph)
      shaped.width += glyph.xAdvance
      const ink = this.font.glyphExtents(id)
      if (!ink) continue
      shaped.ascent = Math.max(shaped.ascent, ink.yBearing * this.scale + glyph.yOffset)
      shaped.descent = Math.max(shaped.descent, -(ink.yBearing + ink.height) * this.scale - glyph.yOffset)
    }
    return shaped
  }

  /**
   * The characters that each glyph represents when text is copied. A glyph of a single character represents that
   * character; the rest of a cluster belongs to its first glyph with a width.
   */
  private codePointsOf(text: string, glyphs: readonly { id: number; cluster: number; isMark: boolean }[]): number[][] {
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b)
    const leftOf = new Map(
      starts.map((start, i) => [start, [...text.slice(start, starts[i + 1])].map((c) => c.codePointAt(0) ?? 0)]),
    )
    const codePoints = glyphs.map(({ id, cluster }) => {
      const left = leftOf.get(cluster) ?? []
      const place = left.findIndex((codePoint) => this.font.nominalGlyph(codePoint) === id)
      return place < 0 ? [] : left.splice(place, 1)
    })
    for (const mayBeMark of [false, true])
      for (const [i, { cluster, isMark }] of glyphs.entries())
        if (codePoints[i]?.length === 0 && (mayBeMark || !isMark)) codePoints[i] = leftOf.get(cluster)?.splice(0) ?? []
    return codePoints
  }

  /** Returns copies, because pdfkit scales the positions in place. */
  private asRun({ glyphs }: Pick<ShapedText, 'glyphs'>) {
    const positions = glyphs.map(({ xAdvance, xOffset, yOffset }) => ({
      xAdvance: xAdvance / this.scale,
      yAdvance: 0,
      xOffset: xOffset / this.scale,
      yOffset: yOffset / this.scale,
    }))
    return {
      glyphs: glyphs.map(({ id, codePoints, advanceWidth }) => ({
        id,
        codePoints,
        advanceWidth: advanceWidth / this.scale,
      })),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
}

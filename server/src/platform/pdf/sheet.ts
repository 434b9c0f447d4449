import PdfDocument from 'pdfkit'
import type { Weight } from './text/font-catalogue.ts'
import type { FontSet } from './text/font-set.ts'
import { type Line, layOut, type Run, type Text } from './text/paragraph.ts'
import { isShaped } from './text/scripts.ts'

export const INK = '#1b1b1f'
export const QUIET = '#5f6470'
const LINE = '#c9ccd3'
export const TINT = '#f2f3f6'

const MARGIN = 42
const FOOTER_HEIGHT = 34

export interface Style {
  size?: number
  weight?: Weight
  colour?: string
  align?: 'left' | 'right' | 'center'
}

export interface DocumentInfo {
  title: string
  author: string
  at: Date
}

/** Of the base font, in thousandths of the font size. Every line is at least as high. */
const ASCENT = 1069
const DESCENT = 293
const LINE_GAP = 1

/** An A4 document that is written from top to bottom and continues on a new page when one is full. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly left = MARGIN
  readonly width: number
  y = MARGIN

  private readonly fonts: FontSet

  constructor(info: DocumentInfo, fonts: FontSet) {
    this.fonts = fonts
    this.doc = new PdfDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      font: fonts.base('regular').pdfFont as unknown as string,
      lang: 'en-IN',
      displayTitle: true,
      info: { Title: info.title, Author: info.author, CreationDate: info.at, ModDate: info.at },
    })
    this.width = this.doc.page.width - 2 * MARGIN
  }

  get right() {
    return this.left + this.width
  }

  /** Starts a new page when a block of this height does not fit. Returns whether it did. */
  ensure(height: number): boolean {
    if (this.y + height <= this.doc.page.height - MARGIN - FOOTER_HEIGHT) return false
    this.doc.addPage()
    this.y = MARGIN
    return true
  }

  /** Writes at a position of the page and returns the height of the text. */
  write(text: Text, x: number, y: number, width: number, style: Style = {}): number {
    const { size = 9, colour = INK, align = 'left' } = style
    this.doc.fillColor(colour).fontSize(size)
    let top = y
    for (const line of this.lines(text, width, style)) {
      const free = width - (line.width * size) / 1000
      const left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
      this.drawLine(line, left, top + ascentOf(line, size), size)
      top += heightOf(line, size)
    }
    return top - y
  }

  heightOf(text: Text, width: number, style: Style = {}): number {
    const { size = 9 } = style
    return this.lines(text, width, style).reduce((sum, line) => sum + heightOf(line, size), 0)
  }

  /** Writes across the whole width, below the previous content. */
  paragraph(text: Text, style: Style = {}, gap = 4) {
    this.ensure(this.heightOf(text, this.width, style))
    this.y += this.write(text, this.left, this.y, this.width, style) + gap
  }

  rule(gap = 8) {
    this.doc.moveTo(this.left, this.y).lineTo(this.right, this.y).lineWidth(0.7).strokeColor(LINE).stroke()
    this.y += gap
  }

  box(x: number, y: number, width: number, height: number, fill?: string) {
    this.doc.lineWidth(0.7).rect(x, y, width, height)
    if (fill) this.doc.fillAndStroke(fill, LINE)
    else this.doc.strokeColor(LINE).stroke()
  }

  private lines(text: Text, width: number, { size = 9, weight = 'regular' }: Style): Line[] {
    return layOut(text, weight, (width * 1000) / size, this.fonts)
  }

  private drawLine({ runs }: Line, left: number, baseline: number, size: number) {
    let x = left
    for (const run of runs) {
      this.drawRun(run, x, baseline, size)
      x += (run.shaped.width * size) / 1000
    }
  }

  private drawRun(run: Run, x: number, baseline: number, size: number) {
    this.doc.font(run.face.pdfFont as unknown as string, run.face.name)
    let left = x
    for (const { text, glyphs, width } of piecesOf(run)) {
      const features = { glyphs } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
      const from = left
      // pdfkit draws the given glyphs; the text only must not be empty.
      const draw = () => this.doc.text('x', from, baseline, { lineBreak: false, baseline: 'alphabetic', features })
      if (run.isRightToLeft || isShaped(run.script)) this.asTyped(text, draw)
      else draw()
      left += (width * size) / 1000
    }
  }

  /**
   * Makes joined and reordered letters copyable as they were typed. Poppler positions such text with the font and
   * coordinates in effect at the end of the marked content, but pdfkit sets both only for the glyphs, so they are also
   * set around it. Flipping the page twice gives `draw` the coordinates that it expects.
   */
  private asTyped(text: string, draw: () => void) {
    const { _font: font, _fontSize: size } = this.doc as unknown as { _font: { id: string }; _fontSize: number }
    const upsideDown = () => this.doc.save().transform(1, 0, 0, -1, 0, this.doc.page.height)
    upsideDown().addContent(`BT /${font.id} ${size} Tf ET`)
    this.doc.addContent(`/Span <</ActualText ${hexText(text)}>> BDC`)
    upsideDown()
    draw()
    this.doc.restore().addContent('EMC')
    this.doc.restore()
  }

  async finish(): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    this.doc.end()
    for await (const chunk of this.doc) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  /** Called last, when the number of pages is known. */
  footers(text: string) {
    const { start, count } = this.doc.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.doc.switchToPage(page)
      const y = this.doc.page.height - MARGIN - 14
      const small = { size: 7.5, colour: QUIET } as const
      this.write(text, this.left, y, this.width - 80, small)
      this.write(`Page ${page - start + 1} of ${count}`, this.right - 80, y, 80, { ...small, align: 'right' })
    }
  }
}

const ascentOf = ({ ascent }: Line, size: number) => (Math.max(ASCENT, ascent) * size) / 1000
const heightOf = (line: Line, size: number) =>
  ascentOf(line, size) + (Math.max(DESCENT, line.descent) * size) / 1000 + LINE_GAP

/** A PDF string in UTF-16, written in hexadecimal. */
const hexText = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/**
 * Splits a run into pieces that are drawn and copied as a unit. Readers reverse right-to-left text glyph by glyph, so
 * there each glyph is its own piece.
 */
const piecesOf = ({ text, shaped: { glyphs, width }, isRightToLeft }: Run) =>
  isRightToLeft
    ? glyphs.map((glyph) => ({
        text: String.fromCodePoint(...glyph.codePoints),
        glyphs: [glyph],
        width: glyph.xAdvance,
      }))
    : [{ text, glyphs, width }]

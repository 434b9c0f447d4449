import { createRequire } from 'node:module'
import PdfDocument from 'pdfkit'
import { cleanText } from '../../domain/clean-text.ts'

const fontFile = createRequire(import.meta.url).resolve
const FONTS = {
  regular: fontFile('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: fontFile('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
}
export const INK = '#1b1b1f'
export const QUIET = '#5f6470'
const LINE = '#c9ccd3'
export const TINT = '#f2f3f6'

export const MARGIN = 42
const FOOTER_HEIGHT = 34

export interface Style {
  size?: number
  weight?: keyof typeof FONTS
  colour?: string
  align?: 'left' | 'right' | 'center'
}

/** An A4 page that is written from the top down and goes on to another when it is full. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly left = MARGIN
  readonly width: number
  y = MARGIN

  constructor(info: { title: string; author: string; at: Date }) {
    this.doc = new PdfDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      font: FONTS.regular,
      lang: 'en-IN',
      displayTitle: true,
      info: { Title: info.title, Author: info.author, CreationDate: info.at, ModDate: info.at },
    })
    this.width = this.doc.page.width - 2 * MARGIN
  }

  get right() {
    return this.left + this.width
  }

  /** Room for a block that must not be torn apart. Says whether it took another page. */
  ensure(height: number): boolean {
    if (this.y + height <= this.doc.page.height - MARGIN - FOOTER_HEIGHT) return false
    this.doc.addPage()
    this.y = MARGIN
    return true
  }

  /** Writes at a place of the page and says how high it got. */
  write(text: string, x: number, y: number, width: number, style: Style = {}): number {
    const shown = this.prepare(text, style)
    const options = { width, align: style.align ?? 'left', lineGap: 1 } as const
    this.doc.fillColor(style.colour ?? INK).text(shown, x, y, options)
    return this.doc.heightOfString(shown, options)
  }

  heightOf(text: string, width: number, style: Style = {}): number {
    return this.doc.heightOfString(this.prepare(text, style), { width, lineGap: 1 })
  }

  /** Across the whole width, below what is there. */
  paragraph(text: string, style: Style = {}, gap = 4) {
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

  private prepare(text: string, { size = 9, weight = 'regular' }: Style): string {
    this.doc.font(FONTS[weight]).fontSize(size)
    return this.inOurLetters(cleanText(text))
  }

  /**
   * What the typeface lacks shows as � instead of nothing, and text that the shaper chokes on goes without its marks: a
   * customer's name must never keep a document from being made.
   */
  private inOurLetters(text: string): string {
    const shown = [...text].map((letter) => (this.hasGlyph(letter) ? letter : '\ufffd')).join('')
    try {
      this.doc.widthOfString(shown)
      return shown
    } catch {
      return shown.replace(/[^\x20-\x7e]/gu, '\ufffd')
    }
  }

  private hasGlyph(letter: string): boolean {
    const { font } = (this.doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })
      ._font
    return font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  }

  async finish(): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    this.doc.end()
    for await (const chunk of this.doc) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  /** On every page, once all of them are known. */
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

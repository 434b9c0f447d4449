import { execFileSync, spawnSync } from 'node:child_process'
import { inflateSync } from 'node:zlib'

const isThere = spawnSync('pdftotext', ['-v']).status === 0

/** The visible text of a PDF, with line breaks as spaces. Undefined if pdftotext is not installed. */
export function pdfText(pdf: Uint8Array): string | undefined {
  if (!isThere) return undefined
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString().replace(/\s+/g, ' ')
}

/** Whether the PDF is complete and contains no active content. */
export function isPlainPdf(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf).toString('latin1')
  return (
    bytes.startsWith('%PDF-1.') &&
    bytes.trimEnd().endsWith('%%EOF') &&
    !/\/(JavaScript|JS|OpenAction|Launch|URI|EmbeddedFile|AA)\b/.test(bytes)
  )
}

/** The ids of all drawn glyphs, each in its own font. Id 0 is the box for a missing glyph. */
export function drawnGlyphs(pdf: Uint8Array): number[] {
  const bytes = Buffer.from(pdf)
  const glyphs: number[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 1)) {
    const content = inflated(bytes.subarray(at + 'stream\n'.length, bytes.indexOf('\nendstream', at)))
    for (const [array] of content.matchAll(/^\[.*\] TJ$/gm))
      for (const [, hex = ''] of array.matchAll(/<([0-9a-f]+)>/g))
        for (let i = 0; i < hex.length; i += 4) glyphs.push(Number.parseInt(hex.slice(i, i + 4), 16))
  }
  return glyphs
}

function inflated(stream: Uint8Array): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}

/** Removes the direction marks that pdftotext adds around right-to-left text. */
export const withoutDirections = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

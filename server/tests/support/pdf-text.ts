import { execFileSync, spawnSync } from 'node:child_process'

const isThere = spawnSync('pdftotext', ['-v']).status === 0

/** What a reader of the document sees, line breaks as spaces; undefined where the machine has no pdftotext. */
export function pdfText(pdf: Uint8Array): string | undefined {
  if (!isThere) return undefined
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString().replace(/\s+/g, ' ')
}

/** A whole PDF, and one that does nothing but show. */
export function isPlainPdf(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf).toString('latin1')
  return (
    bytes.startsWith('%PDF-1.') &&
    bytes.trimEnd().endsWith('%%EOF') &&
    !/\/(JavaScript|JS|OpenAction|Launch|URI|EmbeddedFile|AA)\b/.test(bytes)
  )
}

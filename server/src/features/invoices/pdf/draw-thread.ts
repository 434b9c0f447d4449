import PdfDocument from 'pdfkit'
import type { Paper } from './paper.ts'

/** Runs in a thread. */
export async function run(paper: Paper): Promise<Uint8Array> {
  const doc = new PdfDocument({ size: 'A4' })
  const chunks: Buffer[] = []
  doc.text(paper.number)
  doc.end()
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

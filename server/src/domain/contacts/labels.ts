import { cleanText, foldCase } from '../text/clean-text.ts'

/** More on one contact is worth a warning; nothing is dropped. */
export const LABELS_PER_CONTACT_SOFT_MAX = 10
/** Of a label and of its folded form, which may be longer: what a database index can hold in any script. */
export const LABEL_CHARS_MAX = 100

/** What makes two spellings one label: neither case nor width nor white space counts. */
export function normalizeLabel(name: string): string {
  const clean = cleanText(name)
  if (ASCII.test(clean)) return clean.toLowerCase()
  return cleanText(foldCase(clean.normalize('NFKC')).normalize('NFKC'))
}

/** Most labels, of which an import folds millions. */
const ASCII = /^[ -~]*$/

/** A label as it is kept; undefined for what is none: an empty text, or one that is too long. */
export function readLabel(text: string): string | undefined {
  const label = cleanText(text)
  const folded = normalizeLabel(label)
  return folded !== '' && Math.max(label.length, folded.length) <= LABEL_CHARS_MAX ? label : undefined
}

/** The labels of both in their order, each once, in the first of its spellings. */
export function unionLabels(first: readonly string[], second: readonly string[]): string[] {
  if (first.length + second.length === 0) return [] // most rows of a file
  const byFold = new Map<string, string>()
  for (const label of [...first, ...second]) {
    const folded = normalizeLabel(label)
    if (!byFold.has(folded)) byFold.set(folded, label)
  }
  return [...byFold.values()]
}

export interface LabelCell {
  labels: string[]
  /** What is too long for a label, and so rather a note: kept, but not as one. */
  tooLong: string[]
}

export function splitLabels(cell: string): LabelCell {
  const labels: string[] = []
  const tooLong: string[] = []
  if (cell === '') return { labels, tooLong }
  for (const piece of cell.split(/[,;|]/)) {
    const text = cleanText(piece)
    const label = readLabel(text)
    if (label !== undefined) labels.push(label)
    else if (text !== '') tooLong.push(text)
  }
  return { labels: unionLabels(labels, []), tooLong }
}

import { cleanText, foldCase } from '../text/clean-text.ts'

/** More labels on one contact cause a warning; none is dropped. */
export const LABELS_PER_CONTACT_SOFT_MAX = 10
/** Limit for a label and for its normalised form, which may be longer: it fits a database index in any script. */
export const LABEL_CHARS_MAX = 100

/** Equal for spellings that are the same label: case, width and white space are ignored. */
export function normalizeLabel(name: string): string {
  const clean = cleanText(name)
  if (ASCII.test(clean)) return clean.toLowerCase()
  return cleanText(foldCase(clean.normalize('NFKC')).normalize('NFKC'))
}

/** The fast path for most labels; an import normalises millions of them. */
const ASCII = /^[ -~]*$/

/** A label as it is stored; undefined for an empty text or one that is too long. */
export function readLabel(text: string): string | undefined {
  const label = cleanText(text)
  const normalised = normalizeLabel(label)
  return normalised !== '' && Math.max(label.length, normalised.length) <= LABEL_CHARS_MAX ? label : undefined
}

/** The labels of both in their order, without duplicates, each in its first spelling. */
export function unionLabels(first: readonly string[], second: readonly string[]): string[] {
  if (first.length + second.length === 0) return [] // most rows of a file
  const byKey = new Map<string, string>()
  for (const label of [...first, ...second]) {
    const normalised = normalizeLabel(label)
    if (!byKey.has(normalised)) byKey.set(normalised, label)
  }
  return [...byKey.values()]
}

interface LabelCell {
  labels: string[]
  /** Texts too long for a label, which are kept as a note instead. */
  tooLong: string[]
}

/** The labels of the cells of a row. */
export function splitLabels(...cells: readonly string[]): LabelCell {
  const labels: string[] = []
  const tooLong: string[] = []
  for (const piece of cells.flatMap(piecesOf)) {
    const label = readLabel(piece)
    if (label !== undefined) labels.push(label)
    else if (cleanText(piece) !== '') tooLong.push(cleanText(piece))
  }
  return { labels: unionLabels(labels, []), tooLong }
}

/** One cell that `splitLabels` splits into the same labels. */
export const joinLabels = (labels: readonly string[]) =>
  labels.map((label) => (NEEDS_QUOTES.test(label) ? `"${label.replaceAll('"', '""')}"` : label)).join(', ')

/** Google separates with ` ::: ` and marks its own groups with an asterisk: `* myContacts ::: Family`. */
const SEPARATOR = /[,;|]|:::/
const GROUP_MARK = /^\s*\*\s/
/** A label in quotes, as Mailchimp writes them, may contain separators: `"VIP","Pune, west"`. */
const QUOTED = /^\s*"((?:[^"]|"")*)"\s*(?:[,;|]|:::|$)/
const UNQUOTED = /^(?!\s*")(.*?)(?:[,;|]|:::|$)/s
const NEEDS_QUOTES = /[,;|]|:::|^"|^\*\s/

function piecesOf(cell: string): string[] {
  const pieces: string[] = []
  let rest = cell
  while (rest.includes('"')) {
    const quoted = QUOTED.exec(rest)
    const piece = quoted ?? UNQUOTED.exec(rest)
    // From a quote that is not closed on, quotes are ordinary characters.
    if (!piece) break
    const [whole, text = ''] = piece
    pieces.push(quoted ? text.replaceAll('""', '"') : text.replace(GROUP_MARK, ''))
    rest = rest.slice(whole.length)
  }
  return [...pieces, ...rest.split(SEPARATOR).map((text) => text.replace(GROUP_MARK, ''))]
}

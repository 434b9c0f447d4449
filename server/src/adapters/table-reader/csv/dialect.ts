/** Of two equally good candidates the earlier wins: commas occur in names and notes far more often than the others. */
const DELIMITERS = ['\t', ';', '|', ','] as const
const DEFAULT_DELIMITER = ','
const SAMPLE_CHARS = 64 * 1024
const SAMPLE_RECORDS = 50
/** Excel's directive on the first line, which names the delimiter. */
const SEPARATOR_NOTE = /^"?sep=([\t -!#-~])"?(?:\r\n|\r|\n|$)/i

interface Dialect {
  delimiter: string
  skippedChars: number
  skippedRows: number
}

/** Detects how a CSV file separates its cells, from the beginning of its text. */
export function sniffDialect(text: string): Dialect {
  const note = SEPARATOR_NOTE.exec(text)
  if (note?.[1]) return { delimiter: note[1], skippedChars: note[0].length, skippedRows: 1 }
  const records = countDelimiters(text.slice(0, SAMPLE_CHARS), text.length <= SAMPLE_CHARS)
  const fits = DELIMITERS.map((delimiter, i) => fitOf(delimiter, records, i))
  const best = fits.reduce((best, fit) => (isBetter(fit, best) ? fit : best))
  return { delimiter: best.recordCount > 0 ? best.delimiter : DEFAULT_DELIMITER, skippedChars: 0, skippedRows: 0 }
}

interface Fit {
  delimiter: string
  /** How often it occurs in each record. */
  counts: readonly number[]
  /** The index of the first record that it splits; -1: none. */
  first: number
  /** The most frequent number of delimiters in a record, and the number of records that have it. */
  delimiterCount: number
  recordCount: number
}

function fitOf(delimiter: string, records: readonly number[][], index: number): Fit {
  const counts = records.map((record) => record[index] ?? 0)
  const recordsByCount = new Map<number, number>()
  for (const count of counts) if (count > 0) recordsByCount.set(count, (recordsByCount.get(count) ?? 0) + 1)
  const [delimiterCount, recordCount] = [...recordsByCount].reduce(
    (most, next) => (next[1] > most[1] ? next : most),
    [0, 0],
  )
  return { delimiter, counts, first: counts.findIndex((count) => count > 0), delimiterCount, recordCount }
}

function isBetter(fit: Fit, than: Fit): boolean {
  const splitsHeader = splitsMoreOfHeader(fit, than)
  if (splitsHeader !== splitsMoreOfHeader(than, fit)) return splitsHeader
  if (fit.recordCount !== than.recordCount) return fit.recordCount > than.recordCount
  return fit.delimiterCount > than.delimiterCount
}

/**
 * Whether it splits the header and the other begins below: headers rarely contain commas as text. A delimiter that does
 * not split the record in which the other begins has only split a title above that header.
 */
const splitsMoreOfHeader = (fit: Fit, than: Fit) =>
  fit.first !== -1 &&
  fit.first < than.first &&
  (fit.counts[than.first] ?? 0) > 0 &&
  fit.counts.filter((count) => count > 0).length * 2 >= fit.counts.length

/** Counts each delimiter outside quoted cells, for each record that is not empty. */
function countDelimiters(sample: string, isWhole: boolean): number[][] {
  const records: number[][] = []
  let counts = DELIMITERS.map(() => 0)
  let recordStart = 0
  let cellStart = 0
  for (let at = 0; at < sample.length && records.length < SAMPLE_RECORDS; at++) {
    const char = sample.charAt(at)
    if (char === '"' && at === cellStart) at = closingQuote(sample, at) ?? at
    const delimiter = DELIMITERS.indexOf(char as ',')
    const endsRecord = char === '\n' || char === '\r'
    if (delimiter !== -1) counts[delimiter] = (counts[delimiter] ?? 0) + 1
    if (delimiter !== -1 || endsRecord) cellStart = at + 1
    if (!endsRecord) continue
    if (at > recordStart) records.push(counts)
    counts = DELIMITERS.map(() => 0)
    recordStart = at + 1
  }
  // The last record of the sample is truncated; it counts only if it is the only one.
  return isWhole || records.length === 0 ? [...records, counts] : records
}

/** The position of the closing quote: the next one that is not doubled. Without one, the quote is text. */
function closingQuote(sample: string, opening: number): number | undefined {
  let at = sample.indexOf('"', opening + 1)
  while (at !== -1 && sample.charAt(at + 1) === '"') at = sample.indexOf('"', at + 2)
  return at === -1 ? undefined : at
}

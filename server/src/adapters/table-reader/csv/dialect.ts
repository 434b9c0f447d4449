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
  /** The first record is mostly the header, which rarely contains commas as text. */
  splitsFirst: boolean
  /** The most frequent number of delimiters in a record, and the number of records that have it. */
  delimiterCount: number
  recordCount: number
}

function fitOf(delimiter: string, records: readonly number[][], index: number): Fit {
  const recordsByCount = new Map<number, number>()
  for (const { [index]: count = 0 } of records) {
    if (count > 0) recordsByCount.set(count, (recordsByCount.get(count) ?? 0) + 1)
  }
  const [delimiterCount, recordCount] = [...recordsByCount].reduce(
    (most, next) => (next[1] > most[1] ? next : most),
    [0, 0],
  )
  return { delimiter, splitsFirst: (records[0]?.[index] ?? 0) > 0, delimiterCount, recordCount }
}

function isBetter(fit: Fit, than: Fit): boolean {
  if (fit.splitsFirst !== than.splitsFirst) return fit.splitsFirst
  if (fit.recordCount !== than.recordCount) return fit.recordCount > than.recordCount
  return fit.delimiterCount > than.delimiterCount
}

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

import type { Api } from './api/client.ts'

/** A reason of a report with its count and first rows. */
export interface Reason {
  text: string
  times: number
  rows: string[]
  /** Whether there are more rows than listed. */
  isMore: boolean
}

const ROWS_NAMED = 3
/** Only this many lines of a report are downloaded for the summary. */
const LINES_READ_MAX = 20_000

/** Counts the reasons of a report, the most frequent first. */
export async function reasonsIn(api: Api, path: string): Promise<Reason[]> {
  return api.call({ method: 'GET', path, isLong: true }, async ({ body }) => {
    const reasons = new Map<string, Reason>()
    let lines = 0
    for await (const line of linesOf(body ?? new ReadableStream())) {
      if (lines++ > 0) addLine(reasons, line)
      if (lines > LINES_READ_MAX) break
    }
    return [...reasons.values()].sort((a, b) => b.times - a.times)
  })
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}

/** Parses `row,reason`. Reasons contain no line breaks. The row number of a duplicate is not part of its reason. */
export function addLine(reasons: Map<string, Reason>, line: string) {
  const [, row, quoted] = /^(\d+),(.*)$/.exec(line) ?? []
  if (row === undefined || quoted === undefined) return
  const whole = quoted.startsWith('"') ? quoted.slice(1, -1).replaceAll('""', '"') : quoted
  const text = whole.replace(/ \(row \d+\)$/, '')
  const reason = reasons.get(text) ?? { text, times: 0, rows: [], isMore: false }
  reason.times++
  if (reason.rows.length < ROWS_NAMED) reason.rows.push(row)
  else reason.isMore = true
  reasons.set(text, reason)
}

import type { Api } from './api/client.ts'

/** How often a report says the same, and where first. */
export interface Reason {
  text: string
  times: number
  rows: string[]
  /** There are more rows than those named. */
  isMore: boolean
}

const ROWS_NAMED = 3
/** Past this many lines the picture does not change, and the rest stays on the server. */
const LINES_READ_MAX = 20_000

/** The reasons of a report, the most frequent first. */
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

/** `row,reason`: the server's own words, which hold no line ends. The row that a duplicate names is not a reason. */
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

/** A property of a card, such as `item1.TEL;TYPE=CELL:+91 98765 00001`. */
export interface CardLine {
  /** In capitals, without its group. */
  name: string
  /** In capitals, as written: `TYPE=CELL`, or only `CELL` in version 2.1. */
  parameters: readonly string[]
  /** With its escapes. */
  value: string
}

/** Pictures and sounds are the only longer ones. They are not imported, so their rest is thrown away. */
const LINE_CHARS_MAX = 128 * 1024
const LINE_BREAK = /\r\n|\n|\r/
const IS_QUOTED_PRINTABLE = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i

/** The properties of a file of any version of vCard, unfolded. Lines that are no properties are left out. */
export function* cardLines(slices: Iterable<string>): Generator<CardLine> {
  let unfolded = ''
  for (const line of physicalLines(slices)) {
    const continuation = continuationOf(unfolded, line)
    if (continuation === undefined) {
      yield* parseLine(unfolded)
      unfolded = line
    } else if (unfolded.length < LINE_CHARS_MAX) unfolded = continuation
  }
  yield* parseLine(unfolded)
}

function* physicalLines(slices: Iterable<string>): Generator<string> {
  let rest = ''
  for (const slice of slices) {
    const text = rest + slice
    // A carriage return at the end may be half of a line break.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(LINE_BREAK)
    const last = lines.pop() ?? ''
    yield* lines
    rest = (last.length > LINE_CHARS_MAX ? last.slice(0, LINE_CHARS_MAX) : last) + text.slice(end)
  }
  yield* rest.split(LINE_BREAK)
}

/** Folded lines begin with white space; those in quoted-printable end with an equals sign instead. */
function continuationOf(unfolded: string, line: string): string | undefined {
  if (unfolded.endsWith('=') && IS_QUOTED_PRINTABLE.test(unfolded)) return unfolded.slice(0, -1) + line
  return /^[ \t]/.test(line) ? unfolded + line.slice(1) : undefined
}

function* parseLine(line: string): Generator<CardLine> {
  const colon = colonOf(line)
  if (colon === -1) return
  const [path = '', ...parameters] = line.slice(0, colon).toUpperCase().split(';')
  const name = path.slice(path.lastIndexOf('.') + 1).trim()
  yield { name, parameters, value: line.slice(colon + 1).trim() }
}

/** Parameters may be quoted and then contain a colon. */
function colonOf(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (line[at] === ':' && !isQuoted) return at
  }
  return line.indexOf(':')
}

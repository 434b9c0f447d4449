interface Span {
  kind: 'comment' | 'string'
  start: number
  end: number
}

/** The code alone: comments and the insides of strings, templates and patterns are blank, every position stays. */
export const codeOf = (text: string) => blank(text, spansIn(text))

/** Comments are blank, strings are kept, every position stays. */
export const withoutComments = (text: string) =>
  blank(
    text,
    spansIn(text).filter((span) => span.kind === 'comment'),
  )

function blank(text: string, spans: Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), text.slice(start, end).replace(/[^\n]/g, ' '))
    at = end
  }
  return parts.join('') + text.slice(at)
}

const COMMENT = String.raw`\/\/.*|\/\*[\s\S]*?\*\/`
const QUOTED = String.raw`'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"`
/** A slash opens a pattern where no value stands before it that it could divide. */
const PATTERN_MAY_START = String.raw`(?<=(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|of|in))\s*)`
const PATTERN = String.raw`${PATTERN_MAY_START}\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`
const TOKEN = new RegExp(`${COMMENT}|${QUOTED}|${PATTERN}|[\`{}]`, 'g')
/** Up to the end of a template, or to the next hole in it. */
const TEMPLATE_TEXT = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y

function spansIn(text: string): Span[] {
  const spans: Span[] = []
  /** How many braces are open: in the file, then in each hole of a template that is open. */
  const braces = [0]
  const readTemplate = (start: number): number => {
    TEMPLATE_TEXT.lastIndex = start
    const end = start + (TEMPLATE_TEXT.exec(text)?.[0].length ?? 0)
    spans.push({ kind: 'string', start, end })
    if (text[end] !== '$') return end + 1
    braces.push(0)
    return end + 2
  }
  for (let at = 0; ; ) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (!match) return spans
    const [token] = match
    at = match.index + token.length
    if (token === '`') at = readTemplate(at)
    else if (token === '{') braces.push((braces.pop() ?? 0) + 1)
    else if (token === '}' && braces.length > 1 && braces.at(-1) === 0) {
      braces.pop()
      at = readTemplate(at)
    } else if (token === '}') braces.push((braces.pop() ?? 0) - 1)
    else if (/^\/[/*]/.test(token)) spans.push({ kind: 'comment', start: match.index, end: at })
    else spans.push({ kind: 'string', start: match.index + 1, end: at - 1 })
  }
}

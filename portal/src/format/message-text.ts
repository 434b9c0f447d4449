/** Message text in WhatsApp's formatting: `*bold*`, `_italic_`, `~struck~`, `code`, quotes and lists. */
export type Piece =
  | { kind: 'text'; text: string }
  /** A variable without a value. */
  | { kind: 'variable'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold' | 'italic' | 'struck'; pieces: Piece[] }

export interface Line {
  kind: 'plain' | 'quote' | 'bullet' | 'numbered'
  /** Of a numbered line. */
  number?: string
  pieces: Piece[]
}

const MARKS: Readonly<Record<string, 'bold' | 'italic' | 'struck'>> = { '*': 'bold', _: 'italic', '~': 'struck' }
/** In order of precedence: a variable, code, or a mark at word boundaries on both sides. */
const INLINE = /\{\{[^{}]*\}\}|```(.+?)```|`([^`]+)`|(?<![\p{L}\p{N}])([*_~])(?=\S)(.+?)(?<=\S)\3(?![\p{L}\p{N}])/su

export function parseMessageText(text: string): Line[] {
  return linesOf(text).map((line) => {
    const [, sign, number, rest = ''] = /^(?:(>|[-*](?= ))|(\d{1,3})\.(?= )) ?(.*)$/s.exec(line) ?? []
    if (number !== undefined) return { kind: 'numbered', number, pieces: piecesOf(rest) }
    if (sign === undefined) return { kind: 'plain', pieces: piecesOf(line) }
    return { kind: sign === '>' ? 'quote' : 'bullet', pieces: piecesOf(rest) }
  })
}

/** The text without formatting, on one line. */
export const plainText = (text: string): string =>
  parseMessageText(text)
    .map(({ pieces }) => wordsOf(pieces))
    .join(' ')

const wordsOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => ('pieces' in piece ? wordsOf(piece.pieces) : piece.text)).join('')

/** Only code in triple backticks spans several lines. */
const linesOf = (text: string) => text.match(/(?:```.+?```|[^\n])+|(?<=\n|^)(?=\n|$)/gs) ?? []

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let rest = text
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [whole, block, code, mark = '', marked = ''] = found
    if (found.index > 0) pieces.push({ kind: 'text', text: rest.slice(0, found.index) })
    const kind = MARKS[mark]
    if (kind) pieces.push({ kind, pieces: piecesOf(marked) })
    else if (whole.startsWith('{{')) pieces.push({ kind: 'variable', text: whole })
    else pieces.push({ kind: 'code', text: block ?? code ?? '' })
    rest = rest.slice(found.index + whole.length)
  }
  return rest ? [...pieces, { kind: 'text', text: rest }] : pieces
}

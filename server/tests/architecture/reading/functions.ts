import type { SourceFile } from './sources.ts'

export interface Declaration {
  name: string
  isExported: boolean
  /** Each parameter as it is written; undefined where the declaration is no function. */
  parameters: readonly string[] | undefined
  /** From its first character to the beginning of the next declaration. */
  start: number
  end: number
}

/** Formatted code begins a declaration, and nothing else of this shape, at the beginning of a line. */
const DECLARATION = /^(export\s+)?(?:(?:async\s+)?function\s*\*?\s+(\w+)|(?:const|let|var)\s+(\w+)|class\s+(\w+))/gm
const NEXT_STATEMENT = /^(?:export|async|function|const|let|var|class|interface|type|declare|import)\b/gm

/** The functions, constants and classes that a file declares at its top level. */
export function declarationsIn(file: SourceFile): Declaration[] {
  const { code } = file
  const starts = [...code.matchAll(NEXT_STATEMENT)].map((match) => match.index)
  return [...code.matchAll(DECLARATION)].map((match) => {
    const [head, exported, functionName, constant, className] = match
    const end = starts.find((start) => start > match.index) ?? code.length
    const body = code.slice(match.index + head.length, end)
    const parametersAt = functionName ? afterGenerics(body) : constant ? arrowParametersAt(body) : undefined
    return {
      name: functionName ?? constant ?? className ?? '',
      isExported: exported !== undefined,
      parameters: parametersAt === undefined ? undefined : splitParameters(body.slice(parametersAt)),
      start: match.index,
      end,
    }
  })
}

/** A constant that is a plain value: a list, an object, a text, a number. */
export const isPlainValue = (file: SourceFile, { start, end }: Declaration) =>
  /^[^=]*?=\s*(?:[[{'"`\d-]|new (?:Set|Map)\b)/.test(file.code.slice(start, end))

/** `= (`, `= async (` or `= <T>(`, and an arrow behind the matching parenthesis. */
function arrowParametersAt(body: string): number | undefined {
  const [head] = /^\s*(?::[^=]*)?=\s*(?:async\b\s*)?/.exec(body) ?? []
  if (head === undefined) return undefined
  const at = head.length + (afterGenerics(body.slice(head.length)) ?? 0)
  if (body[at] !== '(') return undefined
  return /^\s*(?::[\s\S]*?)?=>/.test(body.slice(at + closing(body.slice(at)) + 1)) ? at : undefined
}

/** Where the parameters begin when type parameters may stand before them. */
function afterGenerics(body: string): number | undefined {
  const spaces = /^\s*/.exec(body)?.[0].length ?? 0
  const at = body[spaces] === '<' ? spaces + closing(body.slice(spaces)) + 1 : spaces
  return body[at] === '(' ? at : undefined
}

const OPENING = '([{<'
const CLOSING = ')]}>'

/** The index of the bracket that closes the one `text` begins with. */
function closing(text: string): number {
  let depth = 0
  for (const [i, char] of [...text].entries()) {
    if (OPENING.includes(char)) depth++
    else if (CLOSING.includes(char) && !isArrow(text, i) && --depth === 0) return i
  }
  return text.length
}

function splitParameters(text: string): string[] {
  const inside = text.slice(1, closing(text))
  const parameters: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i <= inside.length; i++) {
    const char = inside[i] ?? ','
    if (OPENING.includes(char)) depth++
    else if (CLOSING.includes(char) && !isArrow(inside, i)) depth--
    else if (char === ',' && depth === 0) {
      parameters.push(inside.slice(from, i).trim())
      from = i + 1
    }
  }
  return parameters.filter((parameter) => parameter !== '')
}

const isArrow = (text: string, index: number) => text[index] === '>' && text[index - 1] === '='

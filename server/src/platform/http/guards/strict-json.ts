/**
 * Parses JSON and refuses repeated keys in an object, because parsers disagree about which value counts, and the key
 * `__proto__`.
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const repeated = findRepeatedKey(text)
  if (repeated) throw new SyntaxError(repeated)
  return value
}

/** Expects valid JSON. Punctuation inside strings is skipped. */
function findRepeatedKey(text: string): string | undefined {
  const keysByDepth: (Set<string> | undefined)[] = []
  let depth = -1
  let expectKey = false
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case OPEN_OBJECT:
        keysByDepth[++depth] = new Set()
        expectKey = true
        break
      case OPEN_ARRAY:
        keysByDepth[++depth] = undefined
        expectKey = false
        break
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        depth--
        expectKey = false
        break
      case COMMA:
        expectKey = keysByDepth[depth] !== undefined
        break
      case QUOTE: {
        const end = endOfString(text, i)
        if (expectKey) {
          const key = JSON.parse(text.slice(i, end + 1)) as string
          const keys = keysByDepth[depth]
          if (key === '__proto__') return 'a key that is not allowed'
          if (keys?.has(key)) return 'a duplicate key in one object'
          keys?.add(key)
          expectKey = false
        }
        i = end
      }
    }
  }
  return undefined
}

function endOfString(text: string, start: number) {
  let i = start + 1
  while (text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1
  return i
}

const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const COMMA = 0x2c
const QUOTE = 0x22
const BACKSLASH = 0x5c

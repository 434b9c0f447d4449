import { IMPORT_CELL_BYTES_MAX } from '../../../../domain/limits.ts'
import { tooMuchText } from '../../office/errors.ts'
import { SHARED_STRINGS_MEMORY_BYTES_MAX } from '../../office/limits.ts'
import { readPart } from '../../office/parse-part.ts'
import { decodeEscapes, textCollector } from '../../office/text.ts'
import type { XmlHandlers } from '../../office/xml-parser.ts'
import { type FastPath, PLAIN_T, parserWithFastPath } from './fast-path.ts'

export interface SharedStrings {
  /** Undefined if there is no such string. */
  at(index: number): string | undefined
}

/** Reads the texts that cells refer to by index, with rich text joined and phonetic guides left out. */
export async function readSharedStrings(part: AsyncIterable<Buffer> | undefined): Promise<SharedStrings> {
  const strings = compactStrings()
  const add = (raw: string) => strings.add(decodeEscapes(raw))
  if (part) await readPart(part, parserWithFastPath(stringHandlers(add), plainString(add)))
  return strings
}

/** The element path is sst, si, then t or r/t. */
export function stringHandlers(add: (raw: string) => void): XmlHandlers {
  const item = textCollector()
  let isText = false
  return {
    open(name, _attributes, depth, parent) {
      isText = name === 't' && ((depth === 3 && parent === 'si') || (depth === 4 && parent === 'r'))
    },
    text(piece) {
      if (isText) item.add(piece)
    },
    close(name, depth, parent) {
      isText = false
      if (depth === 2 && name === 'si' && parent === 'sst') add(item.take())
    },
  }
}

const PLAIN_STRING = new RegExp(`[ \\n\\t]*<si>${PLAIN_T}</si>`, 'y')

export const plainString = (add: (raw: string) => void): FastPath => ({
  item: 'si',
  depth: 2,
  container: 'sst',
  read(text, from) {
    PLAIN_STRING.lastIndex = from
    const found = PLAIN_STRING.exec(text)
    if (!found) return -1
    add(found[1] ?? '')
    return PLAIN_STRING.lastIndex
  },
})

const SEGMENT_BYTES = 4 * 1024 * 1024
const INDEX_ENTRIES = 64 * 1024
const LENGTH_BYTES = 4
/** Longer strings are truncated here: still too long for a cell, so that the error can name the cell that uses one. */
const STRING_CHARS_MAX = IMPORT_CELL_BYTES_MAX + 1
/** Sheets repeat some strings very often: short ones are cached decoded, few enough to take little memory. */
const RECENT_STRINGS = 4096
const RECENT_CHARS_MAX = 256

/**
 * A million JavaScript strings take several times the size of their text and slow the garbage collector. Here they are
 * UTF-8 in large segments, each prefixed with its length, with an index of their positions.
 */
function compactStrings() {
  const segments: Buffer[] = []
  const index: Uint32Array[] = []
  let count = 0
  let used = SEGMENT_BYTES
  const recent: (string | undefined)[] = new Array(RECENT_STRINGS)
  const recentIndex = new Int32Array(RECENT_STRINGS).fill(-1)

  const grow = <T extends { byteLength: number }>(list: T[], piece: T) => {
    list.push(piece)
    const bytes = segments.length * SEGMENT_BYTES + index.length * INDEX_ENTRIES * Uint32Array.BYTES_PER_ELEMENT
    if (bytes > SHARED_STRINGS_MEMORY_BYTES_MAX) throw tooMuchText()
  }

  const decode = (at: number) => {
    const position = index[Math.floor(at / INDEX_ENTRIES)]?.[at % INDEX_ENTRIES] ?? 0
    const segment = segments[Math.floor(position / SEGMENT_BYTES)]
    const start = (position % SEGMENT_BYTES) + LENGTH_BYTES
    return segment?.toString('utf8', start, start + segment.readUInt32LE(start - LENGTH_BYTES))
  }

  return {
    add(text: string) {
      const stored = text.length > STRING_CHARS_MAX ? text.slice(0, STRING_CHARS_MAX) : text
      if (used + LENGTH_BYTES + stored.length * 3 > SEGMENT_BYTES) {
        grow(segments, Buffer.allocUnsafeSlow(SEGMENT_BYTES))
        used = 0
      }
      if (count % INDEX_ENTRIES === 0) grow(index, new Uint32Array(INDEX_ENTRIES))
      const segment = segments[segments.length - 1]
      const entries = index[index.length - 1]
      if (!segment || !entries) return
      entries[count++ % INDEX_ENTRIES] = (segments.length - 1) * SEGMENT_BYTES + used
      const bytes = segment.write(stored, used + LENGTH_BYTES, 'utf8')
      segment.writeUInt32LE(bytes, used)
      used += LENGTH_BYTES + bytes
    },
    at(at: number) {
      if (!(at >= 0 && at < count)) return undefined
      const slot = at % RECENT_STRINGS
      if (recentIndex[slot] === at) return recent[slot]
      const text = decode(at)
      if (text === undefined || text.length > RECENT_CHARS_MAX) return text
      recentIndex[slot] = at
      recent[slot] = text
      return text
    },
  }
}

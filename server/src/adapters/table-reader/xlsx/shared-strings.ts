import { IMPORT_CELL_BYTES_MAX } from '../../../domain/limits.ts'
import { SHARED_STRINGS_MEMORY_BYTES_MAX } from './xlsx-limits.ts'
import { PLAIN_T } from './xlsx-plain-text.ts'
import { tooMuchText } from './xlsx-refusals.ts'
import { parserWithShortcut, type Shortcut } from './xlsx-shortcut.ts'
import { decodeEscapes, textCollector } from './xlsx-text.ts'
import { readPart } from './xlsx-xml.ts'
import type { XmlHandlers } from './xlsx-xml-parser.ts'

export interface SharedStrings {
  /** Undefined when there is no such string. */
  at(index: number): string | undefined
}

/** The texts that cells name by number, with rich text joined and the phonetic guides over Asian characters left out. */
export async function readSharedStrings(part: AsyncIterable<Buffer> | undefined): Promise<SharedStrings> {
  const strings = compactStrings()
  const add = (raw: string) => strings.add(decodeEscapes(raw))
  if (part) await readPart(part, parserWithShortcut(stringHandlers(add), plainString(add)))
  return strings
}

/** The tree is sst, si, then t or r/t. */
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

export const plainString = (add: (raw: string) => void): Shortcut => ({
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
/** Longer strings are cut just here: still too long for a cell, so that the cell that uses one can be named. */
const STRING_CHARS_MAX = IMPORT_CELL_BYTES_MAX + 1
/** Sheets repeat some of their strings very often: those that are short, so few that they weigh nothing, stay decoded. */
const RECENT_STRINGS = 4096
const RECENT_CHARS_MAX = 256

/**
 * A million strings as JavaScript values weigh several times their text and slow the collector down. Here they are UTF-8
 * in large segments, each behind its length, with an index of where they begin.
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
      const kept = text.length > STRING_CHARS_MAX ? text.slice(0, STRING_CHARS_MAX) : text
      if (used + LENGTH_BYTES + kept.length * 3 > SEGMENT_BYTES) {
        grow(segments, Buffer.allocUnsafeSlow(SEGMENT_BYTES))
        used = 0
      }
      if (count % INDEX_ENTRIES === 0) grow(index, new Uint32Array(INDEX_ENTRIES))
      const segment = segments[segments.length - 1]
      const entries = index[index.length - 1]
      if (!segment || !entries) return
      entries[count++ % INDEX_ENTRIES] = (segments.length - 1) * SEGMENT_BYTES + used
      const bytes = segment.write(kept, used + LENGTH_BYTES, 'utf8')
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

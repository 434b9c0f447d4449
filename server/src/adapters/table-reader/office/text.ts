import { IMPORT_CELL_BYTES_MAX } from '../../../domain/limits.ts'

/** An escape takes seven characters for one; a longer text cannot decode to a cell of the permitted size. */
const RAW_CHARS_MAX = 7 * IMPORT_CELL_BYTES_MAX

/** Collects the pieces of one text, bounded by the size of a cell. */
export function textCollector() {
  let text = ''
  return {
    add(piece: string) {
      if (text.length <= RAW_CHARS_MAX) text += piece
    },
    take(): string {
      const taken = text
      text = ''
      return taken
    },
  }
}

export const isTooLong = (text: string) =>
  text.length * 3 > IMPORT_CELL_BYTES_MAX && Buffer.byteLength(text) > IMPORT_CELL_BYTES_MAX

/**
 * Characters that XML cannot represent are written as `_x000D_`, and an underscore that would look like that as
 * `_x005F_`. Unpaired surrogates stay as written, and NUL is removed.
 */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x(?!d[89a-f])([0-9a-f]{4})_/gi, (_, hex: string) =>
    hex === '0000' ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

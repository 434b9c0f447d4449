import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE_CHARS = 64 * 1024

/** Joins lines into pieces of a size worth writing. Other work gets its turn before each piece. */
export async function* textPieces(lines: Iterable<string>) {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length < PIECE_CHARS) continue
    await nextTurn()
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

import { EXPANSION_CHUNK_ROWS } from '../limits.ts'

/** Hashes behind `after` and before `before`; undefined: without end. */
export interface Chunk {
  after: Buffer | undefined
  before: Buffer | undefined
}

const RANGE = 2 ** 32

/**
 * The next part of an audience that is walked in the order of its hashes. Hashes are spread evenly, so that equal
 * ranges of them hold about equally many people, and a range is found by an index however large the address book is.
 */
export function chunkAfter(after: Buffer | undefined, recipients: number): Chunk {
  const chunks = Math.max(1, Math.ceil(recipients / EXPANSION_CHUNK_ROWS))
  // The first bound that lies behind: whole numbers below 2^53 all the way.
  const start = after === undefined ? 0 : Buffer.concat([after, Buffer.alloc(4)]).readUInt32BE()
  const next = Math.floor((start * chunks) / RANGE) + 1
  return { after, before: next >= chunks ? undefined : prefix(Math.ceil((next * RANGE) / chunks)) }
}

function prefix(bound: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(bound)
  return bytes
}

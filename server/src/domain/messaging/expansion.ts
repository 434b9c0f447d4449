import { EXPANSION_CHUNK_ROWS } from '../limits.ts'

/** Hashes after `after` and before `before`; undefined when unbounded. */
export interface Chunk {
  after: Buffer | undefined
  before: Buffer | undefined
}

const RANGE = 2 ** 32

/**
 * The next part of an audience, in the order of its hashes. Hashes are evenly distributed, so equal ranges hold about
 * equally many recipients, and an index finds a range however large the address book is.
 */
export function chunkAfter(after: Buffer | undefined, recipients: number): Chunk {
  const chunks = Math.max(1, Math.ceil(recipients / EXPANSION_CHUNK_ROWS))
  // The first bound after it. All numbers stay below 2^53.
  const start = after === undefined ? 0 : Buffer.concat([after, Buffer.alloc(4)]).readUInt32BE()
  const next = Math.floor((start * chunks) / RANGE) + 1
  return { after, before: next >= chunks ? undefined : prefix(Math.ceil((next * RANGE) / chunks)) }
}

function prefix(bound: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(bound)
  return bytes
}

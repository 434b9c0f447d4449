import { createInflateRaw } from 'node:zlib'
import {
  ARCHIVE_ENTRIES_MAX,
  INFLATE_RATIO_FLOOR_BYTES,
  INFLATE_RATIO_MAX,
  INFLATED_BYTES_MAX,
} from '../../domain/limits.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { allOf, type Look } from './look.ts'
import type { EntryNames } from './macro-parts.ts'
import { ARCHIVE_DEPTH_MAX, INNER_ARCHIVE_BYTES_MAX } from './scan-limits.ts'
import { THREATS, type Threat } from './threats.ts'

/** What is looked for in the members of an archive, besides the archive's own tricks. */
export interface MemberLooks {
  judgeName(name: string): Threat | undefined
  looksAt(name: string, names: EntryNames): Look[]
}

/** Counted over the whole file, so that a bomb cannot be split among entries or hidden in archives within archives. */
interface Spent {
  fileBytes: number
  inflatedBytes: number
  entries: number
}

/**
 * Inflates every entry as a stream and counts what really comes out: declared sizes are only something to catch a liar
 * by. The first thing found ends it, so nothing inflates past a limit.
 */
export function inspectArchive(file: Buffer, looks: MemberLooks): Promise<Threat | undefined> {
  return inspectAt(1, file, looks, { fileBytes: file.length, inflatedBytes: 0, entries: 0 })
}

async function inspectAt(depth: number, file: Buffer, looks: MemberLooks, spent: Spent): Promise<Threat | undefined> {
  if (depth > ARCHIVE_DEPTH_MAX) return THREATS.bomb
  const entries = await readArchive(file)
  if (!Array.isArray(entries)) return entries
  spent.entries += entries.length
  if (spent.entries > ARCHIVE_ENTRIES_MAX) return THREATS.bomb
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  for (const entry of entries) {
    const inner = lookForArchive()
    const look = allOf([...looks.looksAt(entry.name, names), inner])
    const threat = looks.judgeName(entry.name) ?? (await inspectEntry(entry, look, spent))
    if (threat) return threat
    const archive = inner.archive()
    const innerThreat = archive && (await inspectAt(depth + 1, archive, looks, spent))
    if (innerThreat) return innerThreat
  }
  return undefined
}

async function inspectEntry(entry: ArchiveEntry, look: Look, spent: Spent): Promise<Threat | undefined> {
  if (!entry.stored) return undefined
  let bytes = 0
  for await (const chunk of entry.isDeflated ? inflated(entry.stored) : inSlices(entry.stored)) {
    if (chunk === 'damaged') return undefined
    if (chunk === 'padded') return THREATS.falseSizes
    bytes += chunk.length
    spent.inflatedBytes += chunk.length
    if (isBomb(bytes, entry.stored.length) || isBomb(spent.inflatedBytes, spent.fileBytes)) return THREATS.bomb
    if (bytes > entry.declaredBytes) return THREATS.falseSizes
    const threat = look.see(chunk)
    if (threat) return threat
  }
  return bytes === entry.declaredBytes ? look.end() : THREATS.falseSizes
}

const isBomb = (inflatedBytes: number, storedBytes: number) =>
  inflatedBytes > INFLATED_BYTES_MAX ||
  (inflatedBytes > INFLATE_RATIO_FLOOR_BYTES && inflatedBytes > storedBytes * INFLATE_RATIO_MAX)

const SLICE_BYTES = 64 * 1024

/**
 * A damaged entry is not a threat by itself: the parser reports it, and what came before the damage has been looked at.
 * Bytes behind the end of the deflated data are hidden from everybody who inflates.
 */
async function* inflated(stored: Buffer): AsyncGenerator<Buffer | 'damaged' | 'padded'> {
  const inflate = createInflateRaw({ chunkSize: SLICE_BYTES })
  inflate.end(stored)
  try {
    yield* inflate
    if (inflate.bytesWritten < stored.length) yield 'padded'
  } catch {
    yield 'damaged'
  } finally {
    inflate.destroy()
  }
}

function* inSlices(stored: Buffer) {
  for (let from = 0; from < stored.length; from += SLICE_BYTES) yield stored.subarray(from, from + SLICE_BYTES)
}

/** Keeps a member that is itself an archive, to be looked into afterwards. */
function lookForArchive(): Look & { archive(): Buffer | undefined } {
  const chunks: Buffer[] = []
  let bytes = 0
  let isArchive: boolean | undefined
  return {
    see(chunk) {
      isArchive ??= chunk.toString('latin1', 0, 4) === 'PK\x03\x04'
      if (!isArchive) return undefined
      bytes += chunk.length
      chunks.push(chunk)
      return bytes > INNER_ARCHIVE_BYTES_MAX ? THREATS.bomb : undefined
    },
    end: () => undefined,
    archive: () => (isArchive ? Buffer.concat(chunks) : undefined),
  }
}

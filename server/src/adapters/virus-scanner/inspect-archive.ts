import { createInflateRaw } from 'node:zlib'
import {
  ARCHIVE_ENTRIES_MAX,
  INFLATE_RATIO_FLOOR_BYTES,
  INFLATE_RATIO_MAX,
  INFLATED_BYTES_MAX,
} from '../../domain/limits.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { combineDetectors, type Detector } from './detector.ts'
import type { EntryNames } from './macro-parts.ts'
import { ARCHIVE_DEPTH_MAX, INNER_ARCHIVE_BYTES_MAX } from './scan-limits.ts'
import { THREATS, type Threat } from './threats.ts'

/** Checks on the entries of an archive, besides those on the archive itself. */
export interface EntryChecks {
  checkName(name: string): Threat | undefined
  detectorsFor(name: string, names: EntryNames): Detector[]
}

/** Counted over the whole file, so that a bomb cannot be split among entries or hidden in nested archives. */
interface Usage {
  fileBytes: number
  inflatedBytes: number
  entries: number
}

/**
 * Inflates every entry as a stream and counts the actual output; declared sizes only serve to detect false ones. Stops
 * at the first threat, so nothing inflates past a limit.
 */
export function inspectArchive(file: Buffer, checks: EntryChecks): Promise<Threat | undefined> {
  return inspectLevel(1, file, checks, { fileBytes: file.length, inflatedBytes: 0, entries: 0 })
}

async function inspectLevel(
  depth: number,
  file: Buffer,
  checks: EntryChecks,
  usage: Usage,
): Promise<Threat | undefined> {
  if (depth > ARCHIVE_DEPTH_MAX) return THREATS.bomb
  const entries = await readArchive(file)
  if (!Array.isArray(entries)) return entries
  usage.entries += entries.length
  if (usage.entries > ARCHIVE_ENTRIES_MAX) return THREATS.bomb
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  for (const entry of entries) {
    const inner = archiveCapture()
    const detector = combineDetectors([...checks.detectorsFor(entry.name, names), inner])
    const threat = checks.checkName(entry.name) ?? (await inspectEntry(entry, detector, usage))
    if (threat) return threat
    const archive = inner.archive()
    const innerThreat = archive && (await inspectLevel(depth + 1, archive, checks, usage))
    if (innerThreat) return innerThreat
  }
  return undefined
}

async function inspectEntry(entry: ArchiveEntry, detector: Detector, usage: Usage): Promise<Threat | undefined> {
  if (!entry.stored) return undefined
  let bytes = 0
  for await (const chunk of entry.isDeflated ? inflated(entry.stored) : inSlices(entry.stored)) {
    if (chunk === 'damaged') return undefined
    if (chunk === 'padded') return THREATS.falseSizes
    bytes += chunk.length
    usage.inflatedBytes += chunk.length
    if (isBomb(bytes, entry.stored.length) || isBomb(usage.inflatedBytes, usage.fileBytes)) return THREATS.bomb
    if (bytes > entry.declaredBytes) return THREATS.falseSizes
    const threat = detector.inspect(chunk)
    if (threat) return threat
  }
  return bytes === entry.declaredBytes ? detector.end() : THREATS.falseSizes
}

const isBomb = (inflatedBytes: number, storedBytes: number) =>
  inflatedBytes > INFLATED_BYTES_MAX ||
  (inflatedBytes > INFLATE_RATIO_FLOOR_BYTES && inflatedBytes > storedBytes * INFLATE_RATIO_MAX)

const SLICE_BYTES = 64 * 1024

/**
 * A damaged entry is not a threat by itself: the parser reports it, and the data before the damage has been inspected.
 * Bytes after the end of the deflated data are invisible to every program that inflates it.
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

/** Captures an entry that is itself an archive, to be inspected afterwards. */
function archiveCapture(): Detector & { archive(): Buffer | undefined } {
  const chunks: Buffer[] = []
  let bytes = 0
  let isArchive: boolean | undefined
  return {
    inspect(chunk) {
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

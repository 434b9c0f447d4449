import * as yauzl from 'yauzl'
import { ARCHIVE_ENTRIES_MAX } from '../../domain/limits.ts'
import { THREATS, type Threat } from './threats.ts'

/** One entry on which the directory and its local header agree. */
export interface ArchiveEntry {
  name: string
  isDeflated: boolean
  /** Undefined if it is encrypted: it cannot be inspected, and the parser rejects it. */
  stored: Buffer | undefined
  declaredBytes: number
}

/**
 * Reads a zip's directory and verifies it against the file. Every ambiguity is a threat, so that all programs see the
 * same archive as we do. Undefined means unreadable, which is harmless here: the parser uses the same library, more
 * strictly, and fails too.
 */
export async function readArchive(file: Buffer): Promise<ArchiveEntry[] | Threat | undefined> {
  const zip = await readHeaders(file)
  if (!zip || typeof zip === 'string') return zip
  const entries: ArchiveEntry[] = []
  const spans: Span[] = [{ start: zip.directoryStart, end: file.length }]
  for (const { entry, local } of zip.headers) {
    const name = yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
    const threat = checkEntry(entry, local, name)
    if (threat) return threat
    const end = local.fileDataStart + entry.compressedSize
    spans.push({ start: entry.relativeOffsetOfLocalHeader, end })
    entries.push({
      name,
      isDeflated: entry.compressionMethod === DEFLATED,
      stored: entry.isEncrypted() ? undefined : file.subarray(local.fileDataStart, end),
      declaredBytes: entry.uncompressedSize,
    })
  }
  return checkLayout(file, zip.directoryEnd, entries, spans) ?? entries
}

interface Headers {
  directoryStart: number
  directoryEnd: number
  headers: { entry: yauzl.Entry; local: yauzl.LocalFileHeader }[]
}

/** Separate, so that only errors of the library count as unreadable: a bug in this code must not pass as clean. */
async function readHeaders(file: Buffer): Promise<Headers | Threat | undefined> {
  try {
    const zip = await yauzl.fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false })
    if (zip.entryCount > ARCHIVE_ENTRIES_MAX) return THREATS.bomb
    const directoryStart = zip.readEntryCursor
    const headers: Headers['headers'] = []
    for await (const entry of zip.eachEntry())
      headers.push({ entry, local: await zip.readLocalFileHeaderPromise(entry) })
    return { directoryStart, directoryEnd: zip.readEntryCursor, headers }
  } catch {
    return undefined
  }
}

interface Span {
  start: number
  end: number
}

const STORED = 0
const DEFLATED = 8
const SIZES_FOLLOW_DATA = 0x8
const ENCRYPTED = 0x1
/** The sizes are then in an extra field. */
const IN_EXTRA_FIELD = 0xffffffff
const UNIX = 3
const FILE_TYPE = 0xf000
const SYMBOLIC_LINK = 0xa000

function checkEntry(entry: yauzl.Entry, local: yauzl.LocalFileHeader, name: string): Threat | undefined {
  if (yauzl.validateFileName(name) !== null || name.includes('\0')) return THREATS.unsafeName
  const unixMode = entry.externalFileAttributes >>> 16
  if (entry.versionMadeBy >> 8 === UNIX && (unixMode & FILE_TYPE) === SYMBOLIC_LINK) return THREATS.unsafeName

  const flagsDiffer = (local.generalPurposeBitFlag ^ entry.generalPurposeBitFlag) & ENCRYPTED
  if (!local.fileName.equals(entry.fileNameRaw) || flagsDiffer) return THREATS.falseDirectory
  if (local.compressionMethod !== entry.compressionMethod) return THREATS.falseDirectory

  if (!(local.generalPurposeBitFlag & SIZES_FOLLOW_DATA)) {
    const differs = (here: number, there: number) => here !== IN_EXTRA_FIELD && here !== there
    if (differs(local.compressedSize, entry.compressedSize)) return THREATS.falseSizes
    if (differs(local.uncompressedSize, entry.uncompressedSize)) return THREATS.falseSizes
  }
  const isReadable = entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED
  return isReadable || entry.isEncrypted() ? undefined : THREATS.unknownMethod
}

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1')
/** What may follow the last entry of the directory: its end record, in either form, or a signature. */
const AFTER_DIRECTORY = ['PK\x05\x06', 'PK\x06\x06', 'PK\x05\x05'].map((text) => Buffer.from(text, 'latin1'))

function checkLayout(file: Buffer, directoryEnd: number, entries: ArchiveEntry[], spans: Span[]): Threat | undefined {
  const next = file.subarray(directoryEnd, directoryEnd + 4)
  if (!AFTER_DIRECTORY.some((signature) => signature.equals(next))) return THREATS.falseDirectory
  if (new Set(entries.map((entry) => entry.name.toLowerCase())).size < entries.length) return THREATS.duplicate

  let covered = 0
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    if (start < covered) return THREATS.overlap
    // An entry that the directory does not list would be found by programs that read from the front.
    if (file.subarray(covered, start).includes(LOCAL_HEADER)) return THREATS.falseDirectory
    covered = end
  }
  return undefined
}

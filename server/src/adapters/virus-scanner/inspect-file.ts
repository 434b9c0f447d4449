import { IMPORT_FILE_BYTES_MAX } from '../../domain/limits.ts'
import type { Detector } from './detector.ts'
import { type EntryChecks, inspectArchive } from './inspect-archive.ts'
import { THREATS, type Threat } from './threats.ts'

/**
 * Reads the file up to twice: the first pass streams it, counts it and finds out whether it is an archive; only an
 * archive is then read into memory, into a buffer of its exact size.
 */
export async function inspectFile(
  open: () => AsyncIterable<Uint8Array>,
  detector: Detector,
  checks: EntryChecks,
): Promise<Threat | undefined> {
  let bytes = 0
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  for await (const chunk of asBuffers(open())) {
    bytes += chunk.length
    if (bytes > IMPORT_FILE_BYTES_MAX) return THREATS.tooLarge
    const threat = detector.inspect(chunk)
    if (threat) return threat
    if (head.length < 4) head = Buffer.concat([head, chunk.subarray(0, 4)])
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
  }
  const threat = detector.end()
  if (threat) return threat
  if (beginsAsArchive(head)) return inspectArchive(await readAll(open(), bytes), checks)
  return endsAsArchive(tail) ? THREATS.hiddenArchive : undefined
}

async function* asBuffers(content: AsyncIterable<Uint8Array>) {
  for await (const chunk of content) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}

async function readAll(content: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const file = Buffer.allocUnsafe(bytes)
  let filled = 0
  for await (const chunk of content) {
    if (filled + chunk.byteLength > bytes) throw new Error('the file grew while it was scanned')
    file.set(chunk, filled)
    filled += chunk.byteLength
  }
  if (filled < bytes) throw new Error('the file shrank while it was scanned')
  return file
}

/** The end record of a zip has 22 bytes and a comment of at most 65,535. */
const END_RECORD_BYTES = 22
const TAIL_BYTES = END_RECORD_BYTES + 0xffff
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1')
const END_RECORD = Buffer.from('PK\x05\x06', 'latin1')
const DIRECTORY_ENTRY = Buffer.from('PK\x01\x02', 'latin1')

/** An empty zip consists of its end record. */
const beginsAsArchive = (head: Buffer) =>
  [LOCAL_HEADER, END_RECORD].some((signature) => head.subarray(0, 4).equals(signature))

/** Zips are read from their end, so a zip appended to a picture or text is still a zip to some programs. */
function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(END_RECORD); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(END_RECORD, at - 1)) {
    if (at + END_RECORD_BYTES > tail.length) continue
    if (at + END_RECORD_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    const directoryAt = at - tail.readUInt32LE(at + 12)
    if (directoryAt < 0 || tail.subarray(directoryAt, directoryAt + 4).equals(DIRECTORY_ENTRY)) return true
  }
  return false
}

import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a crafted zip. By default it is written correctly. */
export interface Part {
  name: string
  content?: Buffer | string
  stored?: boolean
  /** False values for the directory or for the entry's own header. */
  directory?: Partial<Header>
  local?: Partial<Header>
  /** The bytes in the archive, if they are not the deflated content. */
  raw?: Buffer
  /** In the file but not in the directory, or the other way round. */
  unlisted?: boolean
  unwritten?: boolean
  unixMode?: number
  /** Replaces the entry's own offset. */
  offset?: number
}

interface Header {
  name: string
  flags: number
  method: number
  compressedBytes: number
  bytes: number
}

/** Writes a zip file byte by byte, so that a test can give it false values. */
export function zip(parts: Part[], lies: { count?: number; comment?: string; prefix?: Buffer } = {}): Buffer {
  const body: Buffer[] = [lies.prefix ?? Buffer.alloc(0)]
  const directory: Buffer[] = []
  let at = body[0]?.length ?? 0
  for (const part of parts) {
    const content = Buffer.from(part.content ?? '')
    const data = part.raw ?? (part.stored ? content : deflateRawSync(content))
    const truth = {
      name: part.name,
      flags: 0,
      method: part.stored ? 0 : 8,
      compressedBytes: data.length,
      bytes: content.length,
    }
    const local = localHeader({ ...truth, ...part.local }, crc32(content))
    if (!part.unlisted)
      directory.push(
        directoryEntry({ ...truth, ...part.directory }, crc32(content), part.offset ?? at, part.unixMode ?? 0),
      )
    if (part.unwritten) continue
    body.push(local, data)
    at += local.length + data.length
  }
  const entries = Buffer.concat(directory)
  return Buffer.concat([
    ...body,
    entries,
    endRecord(lies.count ?? directory.length, entries.length, at, lies.comment ?? ''),
  ])
}

function localHeader(header: Header, crc: number) {
  const bytes = Buffer.alloc(30)
  bytes.writeUInt32LE(0x04034b50, 0)
  bytes.writeUInt16LE(20, 4)
  writeShared(bytes, 6, header, crc)
  return Buffer.concat([bytes, Buffer.from(header.name)])
}

function directoryEntry(header: Header, crc: number, offset: number, unixMode: number) {
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(0x02014b50, 0)
  bytes.writeUInt16LE((3 << 8) | 20, 4)
  bytes.writeUInt16LE(20, 6)
  writeShared(bytes, 8, header, crc)
  bytes.writeUInt32LE((unixMode << 16) >>> 0, 38)
  bytes.writeUInt32LE(offset, 42)
  return Buffer.concat([bytes, Buffer.from(header.name)])
}

/** The fields that both headers have, in the same order. */
function writeShared(bytes: Buffer, at: number, header: Header, crc: number) {
  bytes.writeUInt16LE(header.flags, at)
  bytes.writeUInt16LE(header.method, at + 2)
  bytes.writeUInt32LE(crc, at + 8)
  bytes.writeUInt32LE(header.compressedBytes, at + 12)
  bytes.writeUInt32LE(header.bytes, at + 16)
  bytes.writeUInt16LE(Buffer.byteLength(header.name), at + 20)
}

function endRecord(count: number, directoryBytes: number, directoryAt: number, comment: string) {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50, 0)
  bytes.writeUInt16LE(count, 8)
  bytes.writeUInt16LE(count, 10)
  bytes.writeUInt32LE(directoryBytes, 12)
  bytes.writeUInt32LE(directoryAt, 16)
  bytes.writeUInt16LE(comment.length, 20)
  return Buffer.concat([bytes, Buffer.from(comment, 'latin1')])
}

import { IMPORT_ROW_BYTES_MAX } from '../../../domain/limits.ts'
import type { TablePart } from '../../../ports/table-reader.ts'

/**
 * Messages from the child to its parent: the parts of the table, or the reason why there is no end of the table. A
 * frame is one byte for its kind, four for the length of its payload, and the payload.
 */
export type Message = TablePart | { kind: 'unreadable'; reason: string } | { kind: 'crash'; stack: string }

const KINDS = ['head', 'chunk', 'end', 'unreadable', 'crash'] as const
const FRAME_HEADER_BYTES = 5
/** First and last row index and the row count, before the rows of a chunk, which stay binary. */
const CHUNK_HEADER_BYTES = 12
/**
 * Samples are truncated and rows are not, so the largest frame is a chunk of one row. Compression may add a few bytes
 * to each 16 KB.
 */
const PAYLOAD_BYTES_MAX = IMPORT_ROW_BYTES_MAX * 1.001 + CHUNK_HEADER_BYTES

export function encodeFrame(message: Message): Buffer[] {
  const payload = message.kind === 'chunk' ? encodeChunk(message) : [Buffer.from(JSON.stringify(message))]
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  header.writeUInt8(KINDS.indexOf(message.kind))
  header.writeUInt32BE(
    payload.reduce((bytes, piece) => bytes + piece.length, 0),
    1,
  )
  return [header, ...payload]
}

/** Ends without an error where the bytes end, even within a frame: the exit status of the child tells why. */
export async function* decodeFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Message> {
  let frame: Buffer = Buffer.alloc(FRAME_HEADER_BYTES)
  let filled = 0
  for await (let rest of bytes) {
    while (rest.length > 0) {
      const copied = rest.copy(frame, filled)
      rest = rest.subarray(copied)
      filled += copied
      if (filled < frame.length) continue
      if (filled === FRAME_HEADER_BYTES) frame = allocateFrame(frame)
      if (filled < frame.length) continue
      yield decode(frame)
      frame = Buffer.alloc(FRAME_HEADER_BYTES)
      filled = 0
    }
  }
}

function allocateFrame(header: Buffer): Buffer {
  const bytes = header.readUInt32BE(1)
  if (bytes > PAYLOAD_BYTES_MAX) throw new Error(`a frame of ${bytes} bytes`)
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + bytes)
  header.copy(frame)
  return frame
}

function decode(frame: Buffer): Message {
  const kind = KINDS[frame.readUInt8()]
  const payload = frame.subarray(FRAME_HEADER_BYTES)
  if (kind === 'chunk') return decodeChunk(payload)
  const message = JSON.parse(payload.toString()) as Message
  if (kind !== message.kind) throw new Error('a frame of an unknown kind')
  return message
}

function encodeChunk(chunk: TablePart & { kind: 'chunk' }): Buffer[] {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES)
  header.writeUInt32BE(chunk.firstRowIndex, 0)
  header.writeUInt32BE(chunk.lastRowIndex, 4)
  header.writeUInt32BE(chunk.rowCount, 8)
  return [header, chunk.rows]
}

const decodeChunk = (payload: Buffer): TablePart => ({
  kind: 'chunk',
  firstRowIndex: payload.readUInt32BE(0),
  lastRowIndex: payload.readUInt32BE(4),
  rowCount: payload.readUInt32BE(8),
  rows: payload.subarray(CHUNK_HEADER_BYTES),
})

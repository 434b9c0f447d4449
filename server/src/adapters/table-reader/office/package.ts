import { crc32, createInflateRaw } from 'node:zlib'
import * as yauzl from 'yauzl'
import {
  ARCHIVE_ENTRIES_MAX,
  INFLATE_RATIO_FLOOR_BYTES,
  INFLATE_RATIO_MAX,
  INFLATED_BYTES_MAX,
} from '../../../domain/limits.ts'
import { damaged, inflatesTooFar, passwordProtected, tooManyParts } from './errors.ts'

/** The parts of a workbook by name. Names are only looked up, so one that points outside the archive has no effect. */
export interface OfficePackage {
  has(name: string): boolean
  /** The inflated part in chunks, counted and verified while it is read. Undefined if there is no such part. */
  open(name: string, bytesMax?: number): AsyncIterable<Buffer> | undefined
  /** The same for a part that is opened again: its bytes do not count twice. */
  peek(name: string): AsyncIterable<Buffer> | undefined
}

export async function openPackage(file: Buffer): Promise<OfficePackage> {
  const { zip, entries } = await readDirectory(file)
  const spent = { inflatedBytes: 0, fileBytes: file.length }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    open(name, bytesMax = INFLATED_BYTES_MAX) {
      const entry = entries.get(name.toLowerCase())
      return entry && counted(readPart(file, zip, entry), entry, spent, bytesMax)
    },
    peek(name) {
      const entry = entries.get(name.toLowerCase())
      return entry && counted(readPart(file, zip, entry, LARGE_CHUNK_BYTES), entry, { ...spent }, INFLATED_BYTES_MAX)
    },
  }
}

/** Part names are case-insensitive by the standard, and some programs write them in another case. */
async function readDirectory(file: Buffer) {
  const entries = new Map<string, yauzl.Entry>()
  const zip = await fromLibrary(yauzl.fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false }))
  if (zip.entryCount > ARCHIVE_ENTRIES_MAX) throw tooManyParts()
  const inOrder = zip.eachEntry()[Symbol.asyncIterator]()
  for (let next = await fromLibrary(inOrder.next()); !next.done; next = await fromLibrary(inOrder.next())) {
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = next.value
    const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).toLowerCase()
    if (entries.has(name)) throw damaged()
    entries.set(name, next.value)
  }
  return { zip, entries }
}

/** Errors of the library mean a damaged file; errors of our own code are rethrown unchanged. */
const fromLibrary = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((error: unknown) => {
    throw damaged(error)
  })

const STORED = 0
const DEFLATED = 8

async function* readPart(
  file: Buffer,
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw passwordProtected()
  const { compressionMethod, compressedSize } = entry
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw damaged()
  const { fileDataStart } = await fromLibrary(zip.readLocalFileHeaderPromise(entry))
  const stored = file.subarray(fileDataStart, fileDataStart + compressedSize)
  yield* compressionMethod === DEFLATED ? inflated(stored, chunkBytes) : inSlices(stored)
}

/** Declared sizes are not trusted: the output is counted, and a part that differs from its declaration is damaged. */
async function* counted(
  chunks: AsyncIterable<Buffer>,
  { compressedSize, uncompressedSize, crc32: declaredChecksum }: yauzl.Entry,
  spent: { inflatedBytes: number; fileBytes: number },
  bytesMax: number,
) {
  let bytes = 0
  let checksum = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    spent.inflatedBytes += chunk.length
    if (bytes > bytesMax || isTooFar(bytes, compressedSize) || isTooFar(spent.inflatedBytes, spent.fileBytes))
      throw inflatesTooFar()
    if (bytes > uncompressedSize) throw damaged()
    checksum = crc32(chunk, checksum)
    yield chunk
  }
  if (bytes !== uncompressedSize || checksum !== declaredChecksum) throw damaged()
}

const isTooFar = (inflatedBytes: number, storedBytes: number) =>
  inflatedBytes > INFLATED_BYTES_MAX ||
  (inflatedBytes > INFLATE_RATIO_FLOOR_BYTES && inflatedBytes > storedBytes * INFLATE_RATIO_MAX)

/** Each chunk gives a batch of some hundred rows. */
const CHUNK_BYTES = 64 * 1024
/** Saves a third of the time if the bytes are only searched. */
const LARGE_CHUNK_BYTES = 1024 * 1024

async function* inflated(stored: Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: chunkBytes })
  inflate.end(stored)
  const chunks = inflate[Symbol.asyncIterator]()
  try {
    for (let next = await fromLibrary(chunks.next()); !next.done; next = await fromLibrary(chunks.next()))
      yield next.value
    if (inflate.bytesWritten < stored.length) throw damaged()
  } finally {
    inflate.destroy()
  }
}

function* inSlices(stored: Buffer) {
  for (let from = 0; from < stored.length; from += CHUNK_BYTES) yield stored.subarray(from, from + CHUNK_BYTES)
}

import { inflateRawSync } from 'node:zlib'
import * as yauzl from 'yauzl'
import type { Part } from './zip.ts'

const DEFLATED = 8

/** The parts of an archive, to be written again by `zip`; undefined if it is not an archive. */
export async function unzip(file: Buffer): Promise<Part[] | undefined> {
  try {
    const archive = await yauzl.fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: false })
    const parts: Part[] = []
    for await (const entry of archive.eachEntry()) {
      const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry)
      const bytes = file.subarray(fileDataStart, fileDataStart + entry.compressedSize)
      const content = entry.compressionMethod === DEFLATED ? inflateRawSync(bytes) : bytes
      parts.push({ name: entry.fileNameRaw.toString(), content })
    }
    return parts
  } catch {
    return undefined
  }
}

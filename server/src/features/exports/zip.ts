import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  /** Called when the entries before are written, so that only one of them is read at a time. */
  read: () => AsyncIterable<string | Uint8Array>
}

/** A ZIP file as a stream that holds a few blocks in memory, however large the entries are. */
export function zipped(entries: readonly ZipEntry[], now: Date): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  const output = new PassThrough()
  let reading: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // When nobody reads any more, the entry must not keep waiting with a query half read.
  output.on('close', () => reading?.destroy())
  for (const { name, read } of entries)
    zip.addReadStreamLazy(name, { mtime: now }, (done) => {
      reading = Readable.from(read(), { objectMode: false })
      reading.on('error', (error) => output.destroy(error))
      done(null, reading)
    })
  zip.end()
  zip.outputStream.pipe(output)
  return output
}

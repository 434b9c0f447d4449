/**
 * Files by key, for bytes too large for the database. A key is made by us (letters, digits, `-`, `_`, `.` and `/`), never
 * from a client's file name. `put` is all or nothing: after a failed or killed `put` the key does not exist (or still has
 * its old content), and no more than a few megabytes are held in memory. Contents are opaque here; callers encrypt.
 */
export interface FileStore {
  /** A piece of the content may change once the next one is asked for. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>
  /**
   * Throws `FileMissing` before the first byte when there is no such key. `end` is exclusive. What it gives holds an open
   * file or connection: read it to its end, or leave the loop.
   */
  get(key: string, range?: { start: number; end?: number }): Promise<AsyncIterable<Uint8Array>>
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>
  /** Can the store be written to right now? Throws with the reason when not. */
  check(): Promise<void>
}

export class FileMissing extends Error {
  override name = 'FileMissing'
}

export const FILE_KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/**
 * Files by key, for bytes that are too large for the database. We generate the keys (letters, digits, `-`, `_`, `.` and
 * `/`), never from a client's file name. `put` is atomic: after a failed or killed `put` the key does not exist, or
 * still has its old content. Only a few megabytes are held in memory. Callers encrypt the contents.
 */
export interface FileStore {
  /** A piece of the content may be overwritten when the next one is requested. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>
  /**
   * Throws `FileMissing` before the first byte when the key does not exist. `end` is exclusive. The result holds an
   * open file or connection, so it must be read to its end or the loop must be left.
   */
  get(key: string, range?: { start: number; end?: number }): Promise<AsyncIterable<Uint8Array>>
  /** Does nothing when the key does not exist. */
  remove(key: string): Promise<void>
  /** Throws with the reason when the store cannot be written to. */
  check(): Promise<void>
}

export class FileMissing extends Error {
  override name = 'FileMissing'
}

export const STORAGE_KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

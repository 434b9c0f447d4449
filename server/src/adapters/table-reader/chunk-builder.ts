import { deflateSync } from 'node:zlib'
import {
  IMPORT_CHUNK_BYTES_MAX,
  IMPORT_CHUNK_ROWS_MAX,
  IMPORT_ROW_BYTES_MAX,
  IMPORT_ROWS_MAX,
  INFLATED_BYTES_MAX,
} from '../../domain/limits.ts'
import type { TableChunk } from '../../ports/table-reader.ts'
import { rowTooLarge, tooManyRows } from './errors.ts'
import { tooMuchText } from './office/errors.ts'

const SEPARATOR_BYTES = 1
/**
 * Saves two thirds of the bytes to transfer, encrypt, store and read again, in the time that the parent needs to store
 * the previous chunk.
 */
const FAST_COMPRESSION = { level: 1 }

/** Collects data rows, encoded as JSON, until they fill a chunk. */
export class ChunkBuilder {
  rowCount = 0
  /** Width of the widest row. */
  width = 0
  #rows: string[] = []
  #bytes = 0
  /** Of all rows. A workbook may name one long text in very many cells. */
  #bytesOfTable = 0
  #firstRowIndex = 0
  #lastRowIndex = 0

  /** Returns the full chunk if this row does not fit into it. */
  add(rowIndex: number, cells: readonly string[]): TableChunk | undefined {
    if (++this.rowCount > IMPORT_ROWS_MAX) throw tooManyRows(rowIndex)
    this.width = Math.max(this.width, cells.length)
    const row = `[${rowIndex},${JSON.stringify(cells).slice(1)}`
    const bytes = Buffer.byteLength(row) + SEPARATOR_BYTES
    if (bytes > IMPORT_ROW_BYTES_MAX) throw rowTooLarge(rowIndex)
    this.#bytesOfTable += bytes
    if (this.#bytesOfTable > INFLATED_BYTES_MAX) throw tooMuchText()
    const isFull = this.#rows.length === IMPORT_CHUNK_ROWS_MAX || this.#bytes + bytes > IMPORT_CHUNK_BYTES_MAX
    const full = isFull ? this.take() : undefined
    if (this.#rows.length === 0) this.#firstRowIndex = rowIndex
    this.#lastRowIndex = rowIndex
    this.#rows.push(row)
    this.#bytes += bytes
    return full
  }

  /** The rows collected since the last chunk. */
  take(): TableChunk | undefined {
    if (this.#rows.length === 0) return undefined
    const chunk: TableChunk = {
      kind: 'chunk',
      firstRowIndex: this.#firstRowIndex,
      lastRowIndex: this.#lastRowIndex,
      rowCount: this.#rows.length,
      rows: deflateSync(`[${this.#rows.join(',')}]`, FAST_COMPRESSION),
    }
    this.#rows = []
    this.#bytes = 0
    return chunk
  }
}

import { IMPORT_CELL_BYTES_MAX } from '../../limits.ts'
import { UNCALCULATED } from './uncalculated.ts'

const CHAR_BYTES_MAX = 3

/**
 * Cleans a cell so that PostgreSQL accepts it and equal texts compare as equal: composed (NFC), without NUL and without
 * unpaired surrogates. The mark of an uncalculated formula is always a whole cell; nobody types it.
 */
export const cleanCell = (cell: string) =>
  cell
    .replaceAll('\0', '')
    .replaceAll(UNCALCULATED, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')

export const isCellTooLarge = (cell: string) =>
  cell.length * CHAR_BYTES_MAX > IMPORT_CELL_BYTES_MAX && Buffer.byteLength(cell) > IMPORT_CELL_BYTES_MAX

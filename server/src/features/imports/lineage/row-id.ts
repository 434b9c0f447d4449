import type { VendorId } from '../../../domain/ids.ts'
import type { BlindIndex } from '../../../platform/crypto/blind-index.ts'
import { uuidBytes } from '../../../platform/db/binary-rows.ts'

/** A row of the file of an import. */
interface RowRef {
  jobId: string
  rowIndex: number
}

const PURPOSE = 'import.row-id'
const ID_BYTES = 16
const ROW_BYTES = 4
const HASH_BYTES = 16
const FORMAT = /^[\w-]{48}$/

/**
 * Row ids in error reports. An id ends with a keyed hash of the vendor, the job and the row, so that nobody can make
 * one, and one of another vendor is not recognised. The same row always has the same id.
 */
export function rowIdCodec(blindIndex: BlindIndex, vendorId: VendorId) {
  const hash = blindIndex.constantHasherFor(PURPOSE, vendorId)
  const encode = ({ jobId, rowIndex }: RowRef): string => {
    const bytes = Buffer.alloc(ID_BYTES + ROW_BYTES + HASH_BYTES)
    bytes.set(uuidBytes(jobId))
    bytes.writeUInt32BE(rowIndex, ID_BYTES)
    bytes.set(hash(`${jobId} ${rowIndex}`).subarray(0, HASH_BYTES), ID_BYTES + ROW_BYTES)
    return bytes.toString('base64url')
  }
  const decode = (text: string): RowRef | undefined => {
    const trimmed = text.trim()
    if (!FORMAT.test(trimmed)) return undefined
    const bytes = Buffer.from(trimmed, 'base64url')
    const row = { jobId: uuidOf(bytes.subarray(0, ID_BYTES)), rowIndex: bytes.readUInt32BE(ID_BYTES) }
    return encode(row) === trimmed ? row : undefined
  }
  return { encode, decode }
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Builds rows in PostgreSQL's binary COPY format in one growing buffer. The text format would write every ciphertext in
 * hexadecimal and cost many times as much. Each row begins with its number of fields. The buffer never comes from
 * Node's shared pool, so that a thread can transfer it.
 */
export class BinaryRows {
  private buffer: Buffer
  /** A view of the same bytes that writes numbers without intermediate buffers. */
  private view: DataView
  private length = 0

  /** `target` is a size in bytes, or an existing buffer to fill. */
  constructor(target: number | Uint8Array) {
    this.buffer = typeof target === 'number' ? Buffer.allocUnsafeSlow(target) : Buffer.from(target.buffer)
    this.view = new DataView(this.buffer.buffer)
  }

  row(fields: number) {
    this.reserve(2)
    this.view.setInt16(this.length, fields)
    this.length += 2
  }

  null() {
    this.int32(-1)
  }

  int4(value: number) {
    this.int32(4)
    this.int32(value)
  }

  int8(value: bigint) {
    this.reserve(12)
    this.view.setInt32(this.length, 8)
    this.view.setBigInt64(this.length + 4, value)
    this.length += 12
  }

  /** The same for a safe integer, without an intermediate bigint. */
  int8Of(value: number) {
    this.reserve(12)
    this.view.setInt32(this.length, 8)
    this.view.setInt32(this.length + 4, Math.floor(value / 2 ** 32))
    this.view.setUint32(this.length + 8, value >>> 0)
    this.length += 12
  }

  bytes(value: Uint8Array) {
    this.int32(value.byteLength)
    this.reserve(value.byteLength)
    this.buffer.set(value, this.length)
    this.length += value.byteLength
  }

  text(value: string) {
    // At most three bytes for each UTF-16 unit.
    this.reserve(4 + value.length * 3)
    const written = this.buffer.write(value, this.length + 4, 'utf8')
    this.view.setInt32(this.length, written)
    this.length += 4 + written
  }

  textArray(values: readonly string[]) {
    this.array(values, TEXT_OID, (value) => this.text(value))
  }

  int8Array(values: readonly bigint[]) {
    this.array(values, INT8_OID, (value) => this.int8(value))
  }

  /** Fields that many rows share, encoded once by another instance. */
  raw(fields: Uint8Array) {
    this.reserve(fields.byteLength)
    this.buffer.set(fields, this.length)
    this.length += fields.byteLength
  }

  /** Returns a view of the written bytes. Nothing may be written afterwards. */
  finish(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }

  private array<Item>(values: readonly Item[], oid: number, write: (value: Item) => void) {
    const lengthAt = this.length
    this.int32(0)
    this.int32(values.length > 0 ? 1 : 0) // dimensions
    this.int32(0) // no nulls
    this.int32(oid)
    if (values.length > 0) {
      this.int32(values.length)
      this.int32(1) // the first index
      for (const value of values) write(value)
    }
    this.view.setInt32(lengthAt, this.length - lengthAt - 4)
  }

  private int32(value: number) {
    this.reserve(4)
    this.view.setInt32(this.length, value)
    this.length += 4
  }

  private reserve(bytes: number) {
    if (this.length + bytes <= this.buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.length + bytes))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
    this.view = new DataView(larger.buffer)
  }
}

const TEXT_OID = 25
const INT8_OID = 20

/** The header and trailer of a binary COPY. */
export const BINARY_COPY_START = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)])
export const BINARY_COPY_END = Buffer.from([0xff, 0xff])

/** The fields of a binary COPY that has one column, as views. */
export function* onlyColumnOf(copied: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(copied.buffer, copied.byteOffset)
  for (let at = BINARY_COPY_START.length; view.getInt16(at) === 1; ) {
    const begin = at + 6
    at = begin + view.getInt32(at + 2)
    yield copied.subarray(begin, at)
  }
}

/** A UUID as the sixteen bytes that PostgreSQL stores. */
export const uuidBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

import { memoizeBounded } from '../../../platform/caching/memoize.ts'
import { BinaryRows, uuidBytes } from '../../../platform/db/binary-rows.ts'
import { DuplicateFlags } from './duplicate-flags.ts'
import { SLOTS_PER_ROW } from './slots.ts'

interface StagedContact {
  id: Buffer
  mobileHash: Buffer
  countryCode: string
  countrySource: string
  profileCipher: Buffer
  nameTokens: readonly bigint[]
  filledKeys: readonly string[]
  labels: readonly string[]
  warnings: readonly string[]
}

const BUFFER_BYTES_MIN = 64 * 1024
/**
 * The next chunk of a file needs about as much as the last one; allocating that at once avoids both growth and waste.
 */
let bufferBytes = BUFFER_BYTES_MIN

/** Encodes rows for the COPY statements of staging.sql.ts, which name the same columns in the same order. */
export class StagedRows {
  private readonly contacts: BinaryRows
  private readonly failures = new BinaryRows(16 * 1024)
  private readonly optOuts = new BinaryRows(1024)
  private readonly duplicateFlags: DuplicateFlags
  /** The fields that every row begins with. */
  private readonly contactHead: Uint8Array
  private readonly failureHead: Uint8Array
  private readonly filledKeys = new ListField()
  private readonly labels = new ListField()
  private readonly warnings = new ListField()

  constructor(vendorId: string, jobId: string, firstRow: number, buffer?: Uint8Array) {
    this.contacts = new BinaryRows(buffer ?? bufferBytes)
    const head = (fields: number) =>
      encode((rows) => {
        rows.row(fields)
        rows.bytes(uuidBytes(vendorId))
        rows.bytes(uuidBytes(jobId))
      })
    this.duplicateFlags = new DuplicateFlags(vendorId, jobId, firstRow)
    this.contactHead = head(12)
    this.failureHead = head(5)
  }

  contact(rowIndex: number, indexInRow: number, contact: StagedContact, isRowWarned: boolean) {
    const { contacts } = this
    this.duplicateFlags.add(contact.mobileHash, rowIndex, indexInRow, contact.warnings.length > 0, isRowWarned)
    contacts.raw(this.contactHead)
    contacts.int8Of(rowIndex * SLOTS_PER_ROW + indexInRow)
    contacts.bytes(contact.id)
    contacts.bytes(contact.mobileHash)
    contacts.raw(textField(contact.countryCode))
    contacts.raw(textField(contact.countrySource))
    contacts.bytes(contact.profileCipher)
    contacts.int8Array(contact.nameTokens)
    contacts.raw(this.filledKeys.of(contact.filledKeys))
    contacts.raw(this.labels.of(contact.labels))
    contacts.raw(this.warnings.of(contact.warnings))
  }

  failure(rowIndex: number, reason: string, cellsCipher: Buffer) {
    const { failures } = this
    failures.raw(this.failureHead)
    failures.int4(rowIndex)
    failures.text(reason)
    failures.bytes(cellsCipher)
  }

  /** `spelling` numbers the spellings of one phone number; 0 is the contact's own. */
  optOut(rowIndex: number, indexInRow: number, mobileHash: Buffer, spelling: number) {
    const { optOuts } = this
    optOuts.raw(this.failureHead)
    optOuts.int8Of(rowIndex * SLOTS_PER_ROW + indexInRow)
    optOuts.bytes(mobileHash)
    optOuts.int4(spelling)
  }

  finish() {
    const contacts = this.contacts.finish()
    bufferBytes = Math.ceil(contacts.byteLength * 1.05) + BUFFER_BYTES_MIN
    const [failures, optOuts] = [this.failures.finish(), this.optOuts.finish()]
    return { contacts, failures, optOuts, duplicateFlags: this.duplicateFlags.finish() }
  }
}

function encode(write: (rows: BinaryRows) => void): Uint8Array {
  const rows = new BinaryRows(256)
  write(rows)
  return Buffer.from(rows.finish())
}

/** Memoized because most rows of a file share their country, attributes and labels. */
const textField = memoizeBounded((key) => encode((rows) => rows.text(key)))
/** NUL can separate the items: the table reader removes NULs, which PostgreSQL does not accept. */
const listField = memoizeBounded((key) => encode((rows) => rows.textArray(key === '' ? [] : key.split('\0'))))

/** Caches the encoding of the last list, which mostly equals that of the next row. */
class ListField {
  private last: readonly string[] = []
  private field = listField('')

  of(list: readonly string[]): Uint8Array {
    if (!isSame(list, this.last)) {
      this.last = list
      this.field = listField(list.join('\0'))
    }
    return this.field
  }
}

function isSame(a: readonly string[], b: readonly string[]) {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

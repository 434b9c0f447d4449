import { BinaryRows, uuidBytes } from '../../platform/db/binary-rows.ts'
import { PLACES_PER_ROW } from './places.ts'

export interface StagedContact {
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

/** Rows for the two COPY statements of staging.sql.ts, which name the same columns in the same order. */
export class StagedRows {
  private readonly contacts = new BinaryRows(1024 * 1024)
  private readonly failures = new BinaryRows(16 * 1024)
  private readonly vendorId: Buffer
  private readonly jobId: Buffer

  constructor(vendorId: string, jobId: string) {
    this.vendorId = uuidBytes(vendorId)
    this.jobId = uuidBytes(jobId)
  }

  contact(rowIndex: number, place: number, contact: StagedContact) {
    const { contacts } = this
    contacts.row(12)
    contacts.bytes(this.vendorId)
    contacts.bytes(this.jobId)
    contacts.int8(BigInt(rowIndex * PLACES_PER_ROW + place))
    contacts.bytes(contact.id)
    contacts.bytes(contact.mobileHash)
    contacts.text(contact.countryCode)
    contacts.text(contact.countrySource)
    contacts.bytes(contact.profileCipher)
    contacts.int8Array(contact.nameTokens)
    contacts.textArray(contact.filledKeys)
    contacts.textArray(contact.labels)
    contacts.textArray(contact.warnings)
  }

  failure(rowIndex: number, reason: string, cellsCipher: Buffer) {
    const { failures } = this
    failures.row(5)
    failures.bytes(this.vendorId)
    failures.bytes(this.jobId)
    failures.int4(rowIndex)
    failures.text(reason)
    failures.bytes(cellsCipher)
  }

  finish() {
    return { contacts: this.contacts.finish(), failures: this.failures.finish() }
  }
}

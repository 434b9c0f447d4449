import type { ColumnUse } from '../../domain/imports/mapping/column-use.ts'
import type { SuggestionSource } from '../../domain/imports/mapping/suggest-mapping.ts'
import type { FieldCipher } from '../../platform/crypto/keyring.ts'
import type { TableRawRow, TableSheet } from '../../ports/table-reader.ts'

/** The parts of a job that may contain personal data and are therefore stored encrypted. */
export interface ImportDetails {
  fileName: string
  listName: string | undefined
  /** Sent before the columns were known, and validated once they are. */
  mapping: unknown
  /** The mapping is a preset: its columns that the file lacks are left out. */
  isPreset?: boolean
  /** The sheet that somebody chose. */
  sheet?: string | undefined
  /** The header row that somebody chose; 0: none. */
  headerRow?: number | undefined
  /** Settings that neither the upload nor its preset gave; details stored by older versions lack it. */
  unset?: readonly InheritableSetting[]
}

export type InheritableSetting = 'defaultCountry' | 'labels' | 'listName' | 'mergeStrategy'

export interface ImportHead {
  columns: string[]
  /** 0: the file has no header row. Heads stored by older versions lack it. */
  headerRow?: number
  /** The rows above the header may be data. */
  isHeaderDoubtful?: boolean | undefined
  /** The sheet that was read; null if the file is not a workbook. */
  sheet?: string | null
  sheets?: TableSheet[]
  rawRows?: TableRawRow[]
  samples: string[][]
  suggestion: ColumnUse[]
  /** Heads stored by older versions lack it. */
  source?: SuggestionSource
  /** The index of the column with row ids of the parent job, if there is one. */
  rowIdColumn?: number
  /** Whether the suggestion may be applied without asking the vendor. */
  isCertain?: boolean
}

const STORAGE_KEY = 'import.file-key'
const DETAILS = 'import.details'
const HEAD = 'import.head'
const MAPPING = 'import.mapping'

export const sealFileKey = (cipher: FieldCipher, key: Buffer) => cipher.sealBytes(STORAGE_KEY, key)
export const openFileKey = (cipher: FieldCipher, sealed: Buffer) => cipher.openBytes(STORAGE_KEY, sealed)

export const sealDetails = (cipher: FieldCipher, details: ImportDetails) =>
  cipher.seal(DETAILS, JSON.stringify(details))
export const openDetails = (cipher: FieldCipher, sealed: Buffer): ImportDetails =>
  JSON.parse(cipher.open(DETAILS, sealed))

export const sealHead = (cipher: FieldCipher, head: ImportHead) => cipher.seal(HEAD, JSON.stringify(head))
export const openHead = (cipher: FieldCipher, sealed: Buffer): ImportHead => JSON.parse(cipher.open(HEAD, sealed))

export const sealMapping = (cipher: FieldCipher, mapping: readonly ColumnUse[]) =>
  cipher.seal(MAPPING, JSON.stringify(mapping))
export const openMapping = (cipher: FieldCipher, sealed: Buffer): ColumnUse[] =>
  JSON.parse(cipher.open(MAPPING, sealed))

import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { ContactAction, MergeStrategy } from '../../domain/contacts/contact.ts'
import type { VendorId } from '../../domain/ids.ts'
import type { ImportStatus } from '../../domain/imports/import-job.ts'

export interface HistoryEntry {
  status: ImportStatus
  at: string
}

/** What the import will do with contacts that already exist. */
interface ConflictSummary {
  totalNewContacts: number
  totalExistingContacts: number
  contactsWithUpdatedNames: number
  contactsWithNewLabels: number
}

/** Counts of preview items by kind. */
export interface PreviewTotals extends ConflictSummary, Record<ContactAction, number> {
  items: number
  warningItems: number
  /** The digests of all existing contacts' results, combined by XOR; a decimal, because JSON has no large integers. */
  resultDigest?: string
}

/** One mapping of an import. */
export interface ImportRevision {
  id: string
  revision: number
}

/** Sums over the chunks of an import. */
export interface ChunkTotals {
  chunks: number
  stored: number
  sifted: number
  persisted: number
  processedRows: number
  persistedRows: number
  validRows: number
  invalidRows: number
  /** Totals that older versions saved lack it. */
  excludedRows?: number
  warningRows: number
  contacts: number
  created: number
  updated: number
  merged: number
  skipped: number
  changedSincePreview: number
}

/**
 * STORED: as read. SIFTED: staged except for rows that wait for the majority country. STAGED: fully staged. PERSISTED:
 * upserted.
 */
export type ChunkState = 'STORED' | 'SIFTED' | 'STAGED' | 'PERSISTED'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    import_upload: { vendor_id: VendorId; id: string; storage_key: string; created_at: Date }
    import_job: {
      vendor_id: VendorId
      id: string
      status: ImportStatus
      history: ColumnType<HistoryEntry[], string, RawBuilder<unknown>>
      failure_reason: string | null
      actor_id: string | null
      file_kind: 'csv' | 'ods' | 'vcf' | 'xlsx'
      file_hash: Buffer
      file_bytes: number
      storage_key: string
      file_key_cipher: Buffer
      details_cipher: Buffer
      default_country: string | null
      merge_strategy: MergeStrategy
      auto_map: boolean
      labels: string[]
      parent_job_id: string | null
      head_cipher: Buffer | null
      mapping_cipher: Buffer | null
      revision: Generated<number>
      total_rows: number | null
      majority_country: string | null
      vendor_country: string | null
      resolved_strategy: MergeStrategy | null
      resolved_at_transaction: bigint | null
      warning_rows: number | null
      summary: ColumnType<PreviewTotals | null, string | null, string | null>
      review_version: Generated<number>
      repairs_digest: Generated<bigint>
      undo_state: 'RUNNING' | 'DONE' | null
      undo_restored: Generated<number>
      undo_removed: Generated<number>
      undo_kept: Generated<number>
      undo_after: string | null
      created_at: Date
      updated_at: Date
      ended_at: Date | null
      purged_at: Date | null
      final_totals: ColumnType<ChunkTotals | null, string | null, string>
    }
    remembered_mapping: { vendor_id: VendorId; headings_hash: Buffer; mapping_cipher: Buffer; used_at: Date }
    import_preset: { vendor_id: VendorId; id: string; name_hash: Buffer; preset_cipher: Buffer; created_at: Date }
    repaired_row: { vendor_id: VendorId; job_id: string; row_index: number; child_job_id: string }
    import_chunk: {
      vendor_id: VendorId
      job_id: string
      first_row: number
      last_row: number
      row_count: number
      state: ChunkState
      claimed_by: number | null
      tries: Generated<number>
      rows_cipher: Buffer
      votes: ColumnType<Record<string, number>, string | undefined, string>
      /** Rows that wait for the majority country. */
      parked_rows: Generated<number[]>
      corrected_rows: Generated<number[]>
      parent_rows: Generated<number[]>
      valid_rows: Generated<number>
      invalid_rows: Generated<number>
      excluded_rows: Generated<number>
      warning_rows: Generated<number>
      contacts: Generated<number>
      created: Generated<number>
      updated: Generated<number>
      merged: Generated<number>
      skipped: Generated<number>
      changed_since_preview: Generated<number>
    }
    import_repair: {
      vendor_id: VendorId
      job_id: string
      row_index: number
      is_excluded: boolean
      cells_cipher: Buffer | null
      digest: bigint
    }
    import_replacement: {
      vendor_id: VendorId
      job_id: string
      id: string
      first_row: number
      last_row: number
      column_index: number
      cells_cipher: Buffer
    }
    import_plan: { vendor_id: VendorId; job_id: string; plan_hash: Buffer; version: number }
    /** The staging marker: present while staged rows exist. A crash of the database empties it with them. */
    staged_mark: { vendor_id: VendorId; job_id: string; is_whole: boolean }
    staged_contact: {
      vendor_id: VendorId
      job_id: string
      /** The slot. */
      place: bigint
      id: string
      mobile_hash: Buffer
      country_code: string
      country_source: string
      profile_cipher: Buffer
      name_tokens: bigint[]
      filled_keys: string[]
      labels: string[]
      warnings: string[]
      /** With later rows of the same number merged into it, like the next three. */
      folded_cipher: Buffer | null
      folded_tokens: bigint[] | null
      folded_keys: string[] | null
      folded_labels: string[] | null
      action: Generated<string>
      contact_id: string | null
      name_changed: Generated<boolean>
      labels_added: Generated<boolean>
      result_digest: bigint | null
      result_version: number | null
    }
    /** The duplicate flags of one partition of the rows. */
    staged_marks: { vendor_id: VendorId; job_id: string; part: number; first_row: number; marks: Buffer }
    staged_duplicate: { vendor_id: VendorId; job_id: string; place: bigint; first_place: bigint }
    staged_opt_out: { vendor_id: VendorId; job_id: string; place: bigint; mobile_hash: Buffer; spelling: number }
    staged_failure: { vendor_id: VendorId; job_id: string; row_index: number; reason: string; cells_cipher: Buffer }
  }
}

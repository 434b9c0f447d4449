import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { PLACES_PER_ROW } from './places.ts'
import type { PreviewTotals } from './tables.ts'

export interface PreviewFilter {
  kind: 'valid' | 'warning' | undefined
  action: string | undefined
}

const IS_WARNED = sql`(warnings <> '{}' or duplicate_count > 0)`

const matching = ({ kind, action }: PreviewFilter) => sql`
  ${kind === undefined ? sql`true` : kind === 'warning' ? IS_WARNED : sql`not ${IS_WARNED}`}
  and ${action ? sql`action = ${action}` : sql`true`}`

export const summarise = async (db: Db, vendorId: VendorId, jobId: string): Promise<PreviewTotals> => {
  const { rows } = await sql<PreviewTotals>`
    select count(*)::int as items, count(*) filter (where ${IS_WARNED})::int as "warningItems",
           count(*) filter (where action = 'CREATE')::int as "CREATE",
           count(*) filter (where action = 'UPDATE')::int as "UPDATE",
           count(*) filter (where action = 'MERGE')::int as "MERGE",
           count(*) filter (where action = 'SKIP')::int as "SKIP",
           count(*) filter (where contact_id is null)::int as "totalNewContacts",
           count(contact_id)::int as "totalExistingContacts",
           count(*) filter (where name_changed)::int as "contactsWithUpdatedNames",
           count(*) filter (where labels_added)::int as "contactsWithNewLabels"
      from staged_contact where vendor_id = ${vendorId} and job_id = ${jobId} and first_place is null`.execute(db)
  return rows[0] as PreviewTotals
}

export interface PreviewRow {
  id: string
  place: bigint
  countryCode: string
  countrySource: string
  profileCipher: Buffer
  labels: string[]
  warnings: string[]
  duplicateRows: number[] | null
  duplicateCount: number
}

export const previewRows = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  filter: PreviewFilter,
  page: { limit: number; offset: number },
): Promise<PreviewRow[]> => {
  const { rows } = await sql<PreviewRow>`
    select id, place, country_code as "countryCode", country_source as "countrySource",
           coalesce(folded_cipher, profile_cipher) as "profileCipher", coalesce(folded_labels, labels) as labels,
           warnings, duplicate_rows as "duplicateRows", duplicate_count as "duplicateCount"
      from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and first_place is null and ${matching(filter)}
     order by place limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export const countMatching = async (db: Db, vendorId: VendorId, jobId: string, filter: PreviewFilter) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and first_place is null and ${matching(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface FailureRow {
  rowIndex: number
  reason: string
  cellsCipher: Buffer
}

/** Failed rows in the order of the file: a page of them, or the next ones behind a row. */
export const failures = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  at: { limit: number; offset?: number; after?: number },
): Promise<FailureRow[]> => {
  const { rows } = await sql<FailureRow>`
    select row_index as "rowIndex", reason, cells_cipher as "cellsCipher" from staged_failure
     where vendor_id = ${vendorId} and job_id = ${jobId} and row_index > ${at.after ?? 0}
     order by row_index limit ${at.limit} offset ${at.offset ?? 0}`.execute(db)
  return rows
}

/** Warnings in the order of the file, row by row; of a later row with a known number also where that was first. */
export const warnings = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  at: { limit: number; after: bigint },
): Promise<{ place: bigint; warnings: string[]; firstRow: number | null }[]> => {
  const { rows } = await sql<{ place: bigint; warnings: string[]; firstRow: number | null }>`
    select place, warnings, (first_place / ${PLACES_PER_ROW})::int as "firstRow" from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and place > ${at.after}
       and (warnings <> '{}' or first_place is not null)
     order by place limit ${at.limit}`.execute(db)
  return rows
}

export const countFailures = async (db: Db, vendorId: VendorId, jobId: string) => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(invalid_rows), 0)::int as count from import_chunk
     where vendor_id = ${vendorId} and job_id = ${jobId}`.execute(db)
  return rows[0]?.count ?? 0
}

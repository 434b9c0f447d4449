import { sql } from 'kysely'
import type { VendorId } from '../../../../domain/ids.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { SLOTS_PER_ROW } from '../../staging/slots.ts'
import type { PreviewTotals } from '../../tables.ts'

export interface PreviewFilter {
  kind: 'valid' | 'warning' | undefined
  action: string | undefined
}

/** The later rows of the number in row `s`. */
const duplicatesOf = (vendorId: VendorId, jobId: string) =>
  sql`staged_duplicate d where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.first_place = s.place`

/** The first contact of each number that matches the filter. */
const selectItems = (vendorId: VendorId, jobId: string, { kind, action }: PreviewFilter) => {
  const isWarned = sql`(warnings <> '{}' or exists (select from ${duplicatesOf(vendorId, jobId)}))`
  return sql`
    from staged_contact s
   where vendor_id = ${vendorId} and job_id = ${jobId}
     and not exists (select from staged_duplicate d
                      where d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place)
     and ${kind === undefined ? sql`true` : kind === 'warning' ? isWarned : sql`not ${isWarned}`}
     and ${action ? sql`action = ${action}` : sql`true`}`
}

export interface ItemCounts {
  items: number
  warningItems: number
}

/** For use while rows are still being processed and duplicates are unknown. Afterwards the job holds the counts. */
export const countItemsSoFar = async (db: Db, vendorId: VendorId, jobId: string): Promise<ItemCounts> => {
  const { rows } = await sql<ItemCounts>`
    select count(*)::int as items, count(*) filter (where warnings <> '{}')::int as "warningItems"
      from staged_contact where vendor_id = ${vendorId} and job_id = ${jobId}`.execute(db)
  return rows[0] as ItemCounts
}

/** Rows without a decision are new contacts. */
export const summarisePreview = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  items: ItemCounts,
): Promise<PreviewTotals> => {
  const { rows } = await sql<Omit<PreviewTotals, keyof ItemCounts | 'CREATE' | 'totalNewContacts'>>`
    select count(*) filter (where action = 'UPDATE')::int as "UPDATE",
           count(*) filter (where action = 'MERGE')::int as "MERGE",
           count(*) filter (where action = 'SKIP')::int as "SKIP",
           count(*)::int as "totalExistingContacts",
           count(*) filter (where name_changed)::int as "contactsWithUpdatedNames",
           count(*) filter (where labels_added)::int as "contactsWithNewLabels",
           coalesce(bit_xor(result_digest), 0)::text as "resultDigest"
      from staged_contact
     where vendor_id = ${vendorId} and job_id = ${jobId} and action <> 'CREATE'`.execute(db)
  const existing = rows[0] as (typeof rows)[number]
  const isNew = items.items - existing.totalExistingContacts
  return { items: items.items, warningItems: items.warningItems, ...existing, CREATE: isNew, totalNewContacts: isNew }
}

/** How many later rows of a number are listed in its warnings; the rest is counted. */
const NAMED_ROWS_MAX = 100

export interface PreviewRow {
  id: string
  slot: bigint
  countryCode: string
  countrySource: string
  profileCipher: Buffer
  labels: string[]
  warnings: string[]
  /** A row of this number states an opt-out. */
  optsOut: boolean
  /** Only the first of them. */
  duplicateRows: number[]
  duplicateCount: number
}

export const listPreviewRows = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  filter: PreviewFilter,
  page: { limit: number; offset: number },
): Promise<PreviewRow[]> => {
  const { rows } = await sql<PreviewRow>`
    select id, place as slot, country_code as "countryCode", country_source as "countrySource",
           coalesce(folded_cipher, profile_cipher) as "profileCipher", coalesce(folded_labels, labels) as labels, warnings,
           exists (select from staged_opt_out o where o.vendor_id = ${vendorId} and o.job_id = ${jobId}
                                             and o.mobile_hash = s.mobile_hash) as "optsOut",
           (select count(*)::int from ${duplicatesOf(vendorId, jobId)}) as "duplicateCount",
           array(select (d.place / ${SLOTS_PER_ROW})::int from ${duplicatesOf(vendorId, jobId)}
                  order by d.place limit ${NAMED_ROWS_MAX}) as "duplicateRows"
      from (select * ${selectItems(vendorId, jobId, filter)}
             order by place limit ${page.limit} offset ${page.offset}) s
     order by place`.execute(db)
  return rows
}

/** Numbers that the file states as opted out. */
export const countOptOuts = async (db: Db, vendorId: VendorId, jobId: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct mobile_hash)::int as count from staged_opt_out
     where vendor_id = ${vendorId} and job_id = ${jobId} and spelling = 0`.execute(db)
  return rows[0]?.count ?? 0
}

export const countMatching = async (db: Db, vendorId: VendorId, jobId: string, filter: PreviewFilter) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${selectItems(vendorId, jobId, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface FailureRow {
  rowIndex: number
  reason: string
  cellsCipher: Buffer
}

/** Failed rows in file order: a page of them, or those after a row. */
export const listFailures = async (
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

/** Warnings in file order; for a duplicate row also the row of its first occurrence. */
export const listWarnings = async (
  db: Db,
  vendorId: VendorId,
  jobId: string,
  at: { limit: number; after: bigint },
): Promise<{ slot: bigint; warnings: string[]; firstRow: number | null }[]> => {
  const { rows } = await sql<{ slot: bigint; warnings: string[]; firstRow: number | null }>`
    select s.place as slot, s.warnings, (d.first_place / ${SLOTS_PER_ROW})::int as "firstRow"
      from staged_contact s
      left join staged_duplicate d
        on d.vendor_id = ${vendorId} and d.job_id = ${jobId} and d.place = s.place and d.place > ${at.after}
     where s.vendor_id = ${vendorId} and s.job_id = ${jobId} and s.place > ${at.after}
       and (s.warnings <> '{}' or d.place is not null)
     order by s.place limit ${at.limit}`.execute(db)
  return rows
}

export const countFailures = async (db: Db, vendorId: VendorId, jobId: string) => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(invalid_rows), 0)::int as count from import_chunk
     where vendor_id = ${vendorId} and job_id = ${jobId}`.execute(db)
  return rows[0]?.count ?? 0
}

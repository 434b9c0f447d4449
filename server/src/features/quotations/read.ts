import type { VendorId } from '../../domain/ids.ts'
import type { VariableMapping } from '../../domain/messaging/campaign-variables.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { isId } from '../../platform/ids.ts'
import type { Skipped } from '../contacts/audience/audience.ts'
import type { AudiencePrice } from '../pricing/price-audience.ts'
import { readSnapshot, readSnapshots } from '../pricing/snapshot.ts'
import * as sql from './sql.ts'
import type { PdfStatus } from './tables.ts'

export interface Quotation {
  id: string
  templateId: string
  listId: string
  /** Undefined when none were given. */
  mapping: VariableMapping | undefined
  excludeCountries: readonly string[]
  snapshotId: string
  price: AudiencePrice
  recipients: number
  skipped: Skipped[]
  pdfStatus: PdfStatus
  pdfStorageKey: string | null
  expiresAt: Date
  createdAt: Date
}

export async function findQuotation(db: Db, vendorId: VendorId, id: string): Promise<Quotation> {
  const row = isId(id) ? await sql.findQuotation(db, vendorId, id) : undefined
  if (!row) throw notFound()
  return toQuotation(row, await readSnapshot(db, vendorId, row.snapshot_id))
}

export async function listQuotations(db: Db, vendorId: VendorId, page: Page) {
  const [rows, total] = await Promise.all([sql.listQuotations(db, vendorId, page), sql.countQuotations(db, vendorId)])
  const prices = await readSnapshots(
    db,
    vendorId,
    rows.map((row) => row.snapshot_id),
  )
  const quotations = rows.flatMap((row) => {
    const price = prices.get(row.snapshot_id)
    return price ? [toQuotation(row, price)] : []
  })
  return { quotations, total }
}

export const toQuotation = (row: sql.QuotationRow, price: AudiencePrice): Quotation => ({
  id: row.id,
  templateId: row.template_id,
  listId: row.list_id,
  mapping: (row.variables as VariableMapping | null) ?? undefined,
  excludeCountries: row.exclude_countries,
  snapshotId: row.snapshot_id,
  price,
  recipients: row.recipients,
  skipped: row.skipped as Skipped[],
  pdfStatus: row.pdf_status,
  pdfStorageKey: row.pdf_storage_key,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
})

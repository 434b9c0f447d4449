import { HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { QUOTATION_TTL_HOURS } from '../../domain/limits.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { saveSnapshot } from '../pricing/snapshot.ts'
import type { PricedAudience } from './audience.ts'
import { makeQuotationPdf } from './jobs.ts'
import { type Quotation, toQuotation } from './read.ts'
import * as sql from './sql.ts'

/** Saves a quotation and enqueues its PDF. A launch that names no quotation creates one. */
export async function createQuotation(
  tx: Tx,
  vendorId: VendorId,
  { template, listId, mapping, excludeCountries, audience, price }: PricedAudience,
  now: Date,
): Promise<Quotation> {
  const row = await sql.insertQuotation(tx, vendorId, {
    id: newId<'quotation'>(),
    template_id: template.id,
    list_id: listId,
    variables: mapping ?? null,
    exclude_countries: [...excludeCountries],
    snapshot_id: await saveSnapshot(tx, vendorId, price, now),
    recipients: audience.recipients,
    skipped: audience.skipped,
    expires_at: new Date(now.getTime() + QUOTATION_TTL_HOURS * HOUR_MS),
    created_at: now,
  })
  await addToOutbox(tx, vendorId, makeQuotationPdf, { quotationId: row.id }, now)
  return toQuotation(row, price)
}

import type { VendorId } from '../../domain/ids.ts'
import { QUOTATION_TTL_HOURS } from '../../domain/limits.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { saveSnapshot } from '../pricing/snapshot.ts'
import type { Assessment } from './assess.ts'
import { makeQuotationPdf } from './jobs.ts'
import { type Quotation, quotationOf } from './read.ts'
import * as sql from './sql.ts'

const HOUR_MS = 3_600_000

/** Keeps a price, and the promise of its document. Every launch has a quotation; this one, if it named none. */
export async function createQuotation(
  tx: Tx,
  vendorId: VendorId,
  { template, listId, mapping, excludeCountries, audience, price }: Assessment,
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
  return quotationOf(row, price)
}

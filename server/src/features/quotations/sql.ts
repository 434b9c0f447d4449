import type { Insertable, Selectable } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { PdfStatus } from './tables.ts'

export type QuotationRow = Selectable<Tables['quotation']>
type NewQuotation = Omit<Insertable<Tables['quotation']>, 'vendor_id' | 'pdf_status' | 'pdf_storage_key'>

export const insertQuotation = (tx: Tx, vendorId: VendorId, quotation: NewQuotation) =>
  tx
    .insertInto('quotation')
    .values({
      ...quotation,
      vendor_id: vendorId,
      variables: quotation.variables && JSON.stringify(quotation.variables),
      skipped: JSON.stringify(quotation.skipped),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findQuotation = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('quotation').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id).executeTakeFirst()

/** Newest first. */
export const listQuotations = (db: Db, vendorId: VendorId, page: Page) =>
  db
    .selectFrom('quotation')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countQuotations = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('quotation')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const transitionPdf = async (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  from: readonly PdfStatus[],
  to: { pdf_status: PdfStatus; pdf_storage_key: string | null },
) => {
  const result = await tx
    .updateTable('quotation')
    .set(to)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('pdf_status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const listQuotationIds = (db: Db, vendorId: VendorId) =>
  db.selectFrom('quotation').select('id').where('vendor_id', '=', vendorId).execute()

/** For a closed vendor. */
export const eraseQuotations = (tx: Tx, vendorId: VendorId) =>
  tx
    .updateTable('quotation')
    .set({ variables: null, pdf_status: 'PENDING', pdf_storage_key: null })
    .where('vendor_id', '=', vendorId)
    .execute()

import { type Insertable, type Selectable, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import '../tables.ts'

export type CreditNoteRow = Selectable<Tables['credit_note']>

export interface Refund {
  invoiceId: string
  gatewayRefundId: string | null
  refundRequestId: string | null
}

/** The credit note that already exists for this refund. */
export const findByRefund = (db: Db, vendorId: VendorId, { invoiceId, gatewayRefundId, refundRequestId }: Refund) =>
  db
    .selectFrom('credit_note')
    .selectAll()
    .where('vendor_id', '=', vendorId)
    .where('invoice_id', '=', invoiceId)
    .where((eb) =>
      eb.or([eb('gateway_refund_id', '=', gatewayRefundId), eb('refund_request_id', '=', refundRequestId)]),
    )
    .executeTakeFirst()

export const insertCreditNote = (
  tx: Tx,
  vendorId: VendorId,
  note: Omit<Insertable<Tables['credit_note']>, 'vendor_id'>,
) =>
  tx
    .insertInto('credit_note')
    .values({ ...note, vendor_id: vendorId })
    .execute()

const notesOf = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('credit_note as note')
    .innerJoin('invoice', (join) =>
      join.onRef('invoice.vendor_id', '=', 'note.vendor_id').onRef('invoice.id', '=', 'note.invoice_id'),
    )
    .selectAll('note')
    .select(['invoice.invoice_number', 'invoice.vendor_currency'])
    .where('note.vendor_id', '=', vendorId)

export const findCreditNote = (db: Db, vendorId: VendorId, id: string) =>
  notesOf(db, vendorId).where('note.id', '=', id).executeTakeFirst()

export const listCreditNotes = (db: Db, vendorId: VendorId, page: Page) =>
  notesOf(db, vendorId)
    .$if(page.after !== undefined, (query) => query.where('note.id', '<', page.after as string))
    .orderBy('note.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countCreditNotes = async (db: Db, vendorId: VendorId) => {
  const { count } = await db
    .selectFrom('credit_note')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('vendor_id', '=', vendorId)
    .executeTakeFirstOrThrow()
  return count
}

/** The numbers of an invoice's credit notes, oldest first. */
export const noteNumbersOf = async (db: Db, vendorId: VendorId, invoiceId: string) => {
  const rows = await db
    .selectFrom('credit_note')
    .select('credit_note_number as number')
    .where('vendor_id', '=', vendorId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  return rows.map(({ number }) => number)
}

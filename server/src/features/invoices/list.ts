import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Page } from '../../platform/http/pagination.ts'
import * as notes from './credit-notes/credit-notes.sql.ts'
import { presentCreditNote, presentInvoice } from './present.ts'
import * as sql from './sql.ts'

type ListDeps = Pick<Deps, 'db' | 'keyring'>
type Filter = Parameters<typeof sql.countInvoices>[2]

/** Newest first. `path` is the route of the documents, for the addresses of their PDFs. */
export async function listInvoices(deps: ListDeps, vendorId: VendorId, path: string, filter: Filter, page: Page) {
  const [rows, total, cipher] = await Promise.all([
    sql.listInvoices(deps.db, vendorId, filter, page),
    sql.countInvoices(deps.db, vendorId, filter),
    deps.keyring.booksOf(deps.db, vendorId),
  ])
  return { rows: rows.map((row) => presentInvoice(cipher, path, row)), total }
}

/** The newest invoices with this text in their number. Only issued invoices have one. */
export async function findInvoicesByNumber(db: Db, vendorId: VendorId, text: string, limit: number) {
  const rows = await sql.findByNumber(db, vendorId, text, limit)
  return rows.flatMap(({ id, invoiceNumber }) => (invoiceNumber === null ? [] : [{ id, invoiceNumber }]))
}

export async function listCreditNotes(deps: ListDeps, vendorId: VendorId, path: string, page: Page) {
  const [rows, total, cipher] = await Promise.all([
    notes.listCreditNotes(deps.db, vendorId, page),
    notes.countCreditNotes(deps.db, vendorId),
    deps.keyring.booksOf(deps.db, vendorId),
  ])
  return { rows: rows.map((row) => presentCreditNote(cipher, path, row)), total }
}

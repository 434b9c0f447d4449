import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type Page, pageAfter } from '../../platform/http/pagination.ts'
import * as notes from './credit-notes/credit-notes.sql.ts'
import { downloadPdf } from './pdf/download.ts'
import { makePdfOf } from './pdf/make-pdf.ts'
import type { DocumentKind } from './pdf/read-document.ts'
import { presentCreditNote, presentInvoice } from './present.ts'
import * as sql from './sql.ts'

const PAGE = 500
const ALL = { type: undefined, status: undefined }

/** Every invoice as the API shows it, newest first. */
export async function listAllInvoices(deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId) {
  const cipher = await deps.keyring.booksOf(db, vendorId)
  const rows = await allPages((page) => sql.listInvoices(db, vendorId, ALL, page))
  return rows.map((row) => presentInvoice(cipher, '', row))
}

export async function listAllCreditNotes(deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId) {
  const cipher = await deps.keyring.booksOf(db, vendorId)
  const rows = await allPages((page) => notes.listCreditNotes(db, vendorId, page))
  return rows.map((row) => presentCreditNote(cipher, '', row))
}

async function allPages<Row extends { id: string }>(list: (page: Page) => Promise<Row[]>) {
  const rows: Row[] = []
  for (;;) {
    const page = await list(pageAfter(rows.at(-1)?.id, PAGE))
    rows.push(...page)
    if (page.length < PAGE) return rows
  }
}

/** The PDF of an issued document, rendered now if that has not happened yet. */
export async function readPdf(deps: Deps, vendorId: VendorId, kind: DocumentKind, id: string) {
  try {
    return (await downloadPdf(deps, vendorId, kind, id)).pdf
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PDF_NOT_READY')) throw error
    await makePdfOf(deps, vendorId, kind, id)
    return (await downloadPdf(deps, vendorId, kind, id)).pdf
  }
}

import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { HandlersFor } from '../../platform/jobs.ts'
import { paperOf } from './document.ts'
import type * as jobs from './jobs.ts'
import type { Paper } from './pdf/paper.ts'
import { movePdf } from './sql.ts'
import type { PdfStatus } from './tables.ts'

type PdfDeps = Pick<Deps, 'db' | 'keyring' | 'files' | 'threads' | 'config'>

/** What the document is sealed as: it names the vendor's company and address. */
export const PDF_FIELD = 'quotation.pdf'

/**
 * Draws a quotation and stores it. May be killed at any point and run twice, also at the same time: whoever comes writes
 * a whole file under the same name, and READY is said only once it is there.
 */
export async function makePdfOf(deps: PdfDeps, vendorId: VendorId, id: string) {
  const key = `quotations/${vendorId}/${id}`
  const move = (from: readonly PdfStatus[], to: PdfStatus) =>
    inTransaction(deps.db, (tx) =>
      movePdf(tx, vendorId, id, from, { pdf_status: to, pdf_storage_key: to === 'READY' ? key : null }),
    )
  if (!(await move(['PENDING', 'GENERATING'], 'GENERATING'))) return
  const paper = await paperOf(deps, vendorId, id)
  const pdf = await deps.threads.run<Paper, Uint8Array>(import.meta.url, './pdf/draw-thread', paper)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  await deps.files.put(key, inOnePiece(cipher.sealBytes(PDF_FIELD, Buffer.from(pdf))))
  await move(['GENERATING'], 'READY')
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}

export const quotationJobs: HandlersFor<typeof jobs> = {
  makeQuotationPdf: (deps, vendorId, { quotationId }) => makePdfOf(deps, vendorId, quotationId),
}

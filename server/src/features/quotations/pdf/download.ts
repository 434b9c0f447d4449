import { buffer } from 'node:stream/consumers'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { pdfNotReady } from '../../../platform/http/pdf.ts'
import { FileMissing } from '../../../ports/file-store.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { makeQuotationPdf } from '../jobs.ts'
import { findQuotation } from '../read.ts'
import { transitionPdf } from '../sql.ts'
import { PDF_FIELD } from './make-pdf.ts'

type DownloadDeps = Pick<Deps, 'db' | 'keyring' | 'files' | 'clock'>

/** The PDF and its file name. */
export async function downloadQuotation(deps: DownloadDeps, vendorId: VendorId, id: string) {
  const { pdfStorageKey } = await findQuotation(deps.db, vendorId, id)
  if (!pdfStorageKey) throw pdfNotReady('The PDF is being generated. Try again in a moment.')
  const cipher = await deps.keyring.of(deps.db, vendorId)
  try {
    const sealed = await buffer(await deps.files.get(pdfStorageKey))
    return { pdf: cipher.openBytes(PDF_FIELD, sealed), fileName: `quotation-${id}.pdf` }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    await redraw(deps, vendorId, id)
    throw pdfNotReady('The PDF is being generated again. Try again in a moment.')
  }
}

/** Renders the PDF again when the file store has lost it. */
async function redraw(deps: DownloadDeps, vendorId: VendorId, id: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const to = { pdf_status: 'PENDING', pdf_storage_key: null } as const
    if (await transitionPdf(tx, vendorId, id, ['READY'], to))
      await addToOutbox(tx, vendorId, makeQuotationPdf, { quotationId: id }, now)
  })
}

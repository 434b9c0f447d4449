import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { transitionPdf } from '../sql.ts'
import type { PdfStatus } from '../tables.ts'
import type { QuotationDocument } from './quotation-document.ts'
import { readQuotationDocument } from './read-document.ts'
import { storageKeyOf } from './storage-key.ts'

type PdfDeps = Pick<Deps, 'db' | 'keyring' | 'files' | 'threads' | 'config'>

/** The field name for the encryption. The PDF contains the vendor's name and address. */
export const PDF_FIELD = 'quotation.pdf'

/**
 * Renders and stores the PDF of a quotation. It may be killed at any point and run more than once, also concurrently:
 * each run writes the complete file under the same name, and the status becomes READY only afterwards.
 */
export async function renderQuotationPdf(deps: PdfDeps, vendorId: VendorId, id: string) {
  const key = storageKeyOf(vendorId, id)
  const move = (from: readonly PdfStatus[], to: PdfStatus) =>
    inTransaction(deps.db, (tx) =>
      transitionPdf(tx, vendorId, id, from, { pdf_status: to, pdf_storage_key: to === 'READY' ? key : null }),
    )
  if (!(await move(['PENDING', 'GENERATING'], 'GENERATING'))) return
  const document = await readQuotationDocument(deps, vendorId, id)
  const pdf = await deps.threads.run<QuotationDocument, Uint8Array>(import.meta.url, './draw-thread', document)
  const cipher = await deps.keyring.of(deps.db, vendorId)
  await deps.files.put(key, singleChunk(cipher.sealBytes(PDF_FIELD, Buffer.from(pdf))))
  await move(['GENERATING'], 'READY')
}

async function* singleChunk(bytes: Uint8Array) {
  yield bytes
}

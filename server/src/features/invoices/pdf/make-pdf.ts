import type { VendorId } from '../../../domain/ids.ts'
import { encryptFile } from '../../../platform/crypto/file-cipher.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { openFileKey } from './file-key.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { movePdf } from './pdf.sql.ts'
import { type DocumentKind, readDocument } from './read-document.ts'

type PdfDeps = Pick<Deps, 'db' | 'keyring' | 'files' | 'threads'>

/**
 * Renders a document and stores it. It may be killed at any point and may run twice at the same time: every run writes
 * the same page under the same name, and READY is set only after the file exists.
 */
export async function makePdfOf(deps: PdfDeps, vendorId: VendorId, kind: DocumentKind, id: string) {
  const document = await readDocument(deps, vendorId, kind, id)
  if (!document || document.pdfStatus === 'READY' || !document.content) return
  const { table, revision, content } = document
  const key = `invoices/${vendorId}/${id}-${revision}`
  const move = (from: readonly ('PENDING' | 'GENERATING')[], to: 'GENERATING' | 'READY') =>
    inTransaction(deps.db, (tx) =>
      movePdf(tx, vendorId, table, { id, revision }, from, {
        pdf_status: to,
        pdf_key: to === 'READY' ? key : null,
      }),
    )
  if (!(await move(['PENDING', 'GENERATING'], 'GENERATING'))) return
  const pdf = await deps.threads.run<InvoiceDocument, Uint8Array>(import.meta.url, './draw-thread', content)
  const cipher = await deps.keyring.booksOf(deps.db, vendorId)
  await deps.files.put(key, encryptFile(openFileKey(cipher, document.fileKeyCipher), inOnePiece(pdf)))
  await move(['GENERATING'], 'READY')
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes
}

import { buffer } from 'node:stream/consumers'
import type { VendorId } from '../../../domain/ids.ts'
import { decryptFile } from '../../../platform/crypto/file-cipher.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notFound } from '../../../platform/errors.ts'
import { pdfNotReady } from '../../../platform/http/pdf.ts'
import { FileMissing } from '../../../ports/file-store.ts'
import { addToOutbox } from '../../outbox/add.ts'
import { makePdf } from '../jobs.ts'
import { openFileKey } from './file-key.ts'
import { movePdf } from './pdf.sql.ts'
import { type DocumentKind, readDocument } from './read-document.ts'

type DownloadDeps = Pick<Deps, 'db' | 'keyring' | 'files' | 'clock'>

/** The document and its file name. */
export async function downloadPdf(deps: DownloadDeps, vendorId: VendorId, kind: DocumentKind, id: string) {
  const document = await readDocument(deps, vendorId, kind, id)
  if (!document) throw notFound()
  const { pdfKey, number } = document
  if (!number) throw pdfNotReady('The PDF is created when the invoice is paid.')
  if (!pdfKey) throw pdfNotReady('The PDF is being generated. Try again in a moment.')
  const cipher = await deps.keyring.booksOf(deps.db, vendorId)
  try {
    const file = await deps.files.get(pdfKey)
    return {
      pdf: await buffer(decryptFile(openFileKey(cipher, document.fileKeyCipher), file)),
      fileName: `${number}.pdf`,
    }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    await drawAgain(deps, vendorId, kind, document, id)
    throw pdfNotReady('The PDF is being generated again. Try again in a moment.')
  }
}

/** A file can be lost with its store; everything in it can be rendered again from the row. */
async function drawAgain(
  deps: DownloadDeps,
  vendorId: VendorId,
  kind: DocumentKind,
  { table, revision }: { table: 'invoice' | 'credit_note'; revision: number },
  id: string,
) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const to = { pdf_status: 'PENDING', pdf_key: null } as const
    if (await movePdf(tx, vendorId, table, { id, revision }, ['READY'], to))
      await addToOutbox(tx, vendorId, makePdf, { document: kind, id }, now)
  })
}

import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { addToOutbox } from '../outbox/add.ts'
import { makePdf } from './jobs.ts'
import { nextDocumentNumber } from './next-document-number.ts'
import { sealNewFileKey } from './pdf/file-key.ts'
import { type InvoiceInput, prepareInvoice } from './prepare-invoice.ts'
import * as sql from './sql.ts'

export interface PaidInvoiceInput extends InvoiceInput {
  gatewayPaymentId: string
}

interface Issued {
  id: string
  invoiceNumber: string
  totalMinorUnit: bigint
}

/**
 * Issues the invoice of a payment: numbered and PAID, once per payment and type. The open invoice of the same
 * subscription period, if any, becomes this invoice. Call it as late as possible in a transaction; see `nextDocumentNumber`.
 */
export async function issueInvoice(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'config'>,
  vendorId: VendorId,
  paid: PaidInvoiceInput,
  now: Date,
): Promise<Issued> {
  const known = await sql.findByPayment(tx, vendorId, paid.gatewayPaymentId, paid.type)
  if (known) return presentIssued(known.id, known.invoice_number ?? '', known.total_minor_unit)
  const bill = await prepareInvoice(deps, tx, vendorId, paid)
  const open = await lockOpenInvoice(tx, vendorId, paid)
  const { number, ...series } = await nextDocumentNumber(tx, deps, 'INVOICE', now)
  const issued = {
    ...bill,
    ...series,
    invoice_number: number,
    status: 'PAID' as const,
    issued_at: now,
    paid_at: now,
    gateway_payment_id: paid.gatewayPaymentId,
  }
  const id = open?.id ?? newId<'invoice'>()
  if (open) await sql.updateInvoice(tx, vendorId, id, issued)
  else {
    const cipher = await deps.keyring.booksOf(tx, vendorId)
    const pdf_file_key_cipher = sealNewFileKey(cipher)
    await sql.insertInvoice(tx, vendorId, { ...issued, id, due_date: now, pdf_file_key_cipher, created_at: now })
  }
  await addToOutbox(tx, vendorId, makePdf, { document: 'INVOICE', id }, now)
  return presentIssued(id, number, bill.total_minor_unit)
}

const lockOpenInvoice = async (tx: Tx, vendorId: VendorId, { subscriptionId, periodStart, periodEnd }: InvoiceInput) =>
  subscriptionId && periodStart && periodEnd
    ? sql.lockOpen(tx, vendorId, { subscriptionId, periodStart, periodEnd })
    : undefined

const presentIssued = (id: string, invoiceNumber: string, totalMinorUnit: bigint): Issued => ({
  id,
  invoiceNumber,
  totalMinorUnit,
})

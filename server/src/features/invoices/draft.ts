import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { sealNewFileKey } from './pdf/file-key.ts'
import { type InvoiceInput, prepareInvoice } from './prepare-invoice.ts'
import * as sql from './sql.ts'

interface CycleInvoiceInput extends InvoiceInput {
  type: 'SUBSCRIPTION'
  subscriptionId: string
  periodStart: Date
  periodEnd: Date
  dueDate: Date
}

/**
 * Drafts the invoice of a due cycle, which gets its number when it is paid. There is one per period; undefined when the
 * period is already paid. The caller holds the subscription's lock.
 */
export async function draftInvoice(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'config'>,
  vendorId: VendorId,
  cycle: CycleInvoiceInput,
  now: Date,
): Promise<{ id: string } | undefined> {
  const open = await sql.lockOpen(tx, vendorId, cycle)
  if (open) return { id: open.id }
  if (await sql.findPaid(tx, vendorId, cycle)) return undefined
  const id = newId<'invoice'>()
  await sql.insertInvoice(tx, vendorId, {
    ...(await prepareInvoice(deps, tx, vendorId, cycle)),
    id,
    status: 'DRAFT',
    due_date: cycle.dueDate,
    pdf_file_key_cipher: sealNewFileKey(await deps.keyring.booksOf(tx, vendorId)),
    created_at: now,
  })
  return { id }
}

/** Marks a subscription's open invoice as overdue. Returns the number of invoices changed. */
export const markOverdue = (tx: Tx, vendorId: VendorId, subscriptionId: string) =>
  sql.setOpenStatus(tx, vendorId, subscriptionId, ['DRAFT'], 'OVERDUE')

/** Voids the open invoice that will not be paid, for example after a cancellation. It never had a number. */
export const voidOpenInvoice = (tx: Tx, vendorId: VendorId, subscriptionId: string) =>
  sql.setOpenStatus(tx, vendorId, subscriptionId, ['DRAFT', 'OVERDUE'], 'VOID')

import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { type Bill, billNow } from './bill.ts'
import { sealNewFileKey } from './pdf/file-key.ts'
import * as sql from './sql.ts'

export interface CycleBill extends Bill {
  type: 'SUBSCRIPTION'
  subscriptionId: string
  periodStart: Date
  periodEnd: Date
  dueDate: Date
}

/**
 * The bill of a cycle that is due: without a number until it is paid. There is one for a period; undefined when the
 * period is paid already. The caller holds the subscription's lock.
 */
export async function draftInvoice(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'config'>,
  vendorId: VendorId,
  cycle: CycleBill,
  now: Date,
): Promise<{ id: string } | undefined> {
  const open = await sql.lockOpen(tx, vendorId, cycle)
  if (open) return { id: open.id }
  if (await sql.findPaid(tx, vendorId, cycle)) return undefined
  const id = newId<'invoice'>()
  await sql.insertInvoice(tx, vendorId, {
    ...(await billNow(deps, tx, vendorId, cycle)),
    id,
    status: 'DRAFT',
    due_date: cycle.dueDate,
    pdf_file_key_cipher: sealNewFileKey(await deps.keyring.of(tx, vendorId)),
    created_at: now,
  })
  return { id }
}

/** The payment window of a subscription's open bill has passed. How many bills it was true of. */
export const markOverdue = (tx: Tx, vendorId: VendorId, subscriptionId: string) =>
  sql.moveOpen(tx, vendorId, subscriptionId, ['DRAFT'], 'OVERDUE')

/** Nobody will pay the open bill any more, as when the subscription was cancelled. It never had a number. */
export const dropOpenInvoice = (tx: Tx, vendorId: VendorId, subscriptionId: string) =>
  sql.moveOpen(tx, vendorId, subscriptionId, ['DRAFT', 'OVERDUE'], 'VOID')

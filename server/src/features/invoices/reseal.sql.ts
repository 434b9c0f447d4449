import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import { SEALED_WITH_DATA_KEY } from '../../platform/crypto/reseal.ts'
import type { Tx } from '../../platform/db/db.ts'
import './tables.ts'

const isSealedWithDataKey = (column: string) => sql<boolean>`get_byte(${sql.ref(column)}, 0) = ${SEALED_WITH_DATA_KEY}`

export const lockInvoicesToReseal = (tx: Tx, vendorId: VendorId) =>
  tx
    .selectFrom('invoice')
    .select(['id', 'parties_cipher', 'pdf_file_key_cipher'])
    .where('vendor_id', '=', vendorId)
    .where((eb) => eb.or([isSealedWithDataKey('parties_cipher'), isSealedWithDataKey('pdf_file_key_cipher')]))
    .forUpdate()
    .execute()

export const updateInvoiceCiphers = (
  tx: Tx,
  vendorId: VendorId,
  { id, ...ciphers }: { id: string; parties_cipher: Buffer; pdf_file_key_cipher: Buffer },
) => tx.updateTable('invoice').set(ciphers).where('vendor_id', '=', vendorId).where('id', '=', id).execute()

export const lockCreditNotesToReseal = (tx: Tx, vendorId: VendorId) =>
  tx
    .selectFrom('credit_note')
    .select(['id', 'reason_cipher', 'pdf_file_key_cipher'])
    .where('vendor_id', '=', vendorId)
    .where((eb) => eb.or([isSealedWithDataKey('reason_cipher'), isSealedWithDataKey('pdf_file_key_cipher')]))
    .forUpdate()
    .execute()

export const updateCreditNoteCiphers = (
  tx: Tx,
  vendorId: VendorId,
  { id, ...ciphers }: { id: string; reason_cipher: Buffer; pdf_file_key_cipher: Buffer },
) => tx.updateTable('credit_note').set(ciphers).where('vendor_id', '=', vendorId).where('id', '=', id).execute()

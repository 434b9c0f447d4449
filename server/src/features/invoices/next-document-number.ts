import { assert } from '../../domain/assert.ts'
import { invoiceNumber, seriesOf } from '../../domain/invoicing/invoice-number.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as crossVendor from './cross-vendor.sql.ts'

/** Allocates a document's number. All other issuing waits until this transaction ends, so it is called as late as possible. */
export async function nextDocumentNumber(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  of: 'INVOICE' | 'CREDIT_NOTE',
  now: Date,
): Promise<{ series: string; series_number: bigint; number: string }> {
  const prefix = of === 'INVOICE' ? config.INVOICE_PREFIX : config.CREDIT_NOTE_PREFIX
  const series = seriesOf(prefix, now, config.INVOICE_YEAR_START_MONTH)
  const n = await crossVendor.takeNumber(tx, series)
  const number = invoiceNumber(series, n)
  assert(number, `number series ${series} is full: set another ${of}_PREFIX to start a new series`)
  return { series, series_number: n, number }
}

import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockWallet } from '../../wallet/lock.ts'
import { settleMessage } from './apply-status-updates.ts'
import { saveSettlements } from './save-settlements.ts'
import * as sql from './settle.sql.ts'

interface Failure {
  id: string
  /** The provider's number, or a code of our own. */
  errorCode: string
}

const OPEN: readonly string[] = ['QUEUED', 'SENDING', 'SENT', 'UNKNOWN']

/**
 * Fails messages that will not be sent, or whose outcome will never be known. Their money and conversations are
 * returned, and each gets a dead letter. Messages with a final status are left alone.
 */
export async function failMessages(tx: Tx, vendorId: VendorId, failures: readonly Failure[], now: Date): Promise<void> {
  if (failures.length === 0) return
  await lockWallet(tx, vendorId)
  const codes = new Map(failures.map(({ id, errorCode }) => [id, errorCode]))
  const rows = await sql.lockMessages(tx, vendorId, [...codes.keys()])
  const settlements = rows
    .filter(({ status }) => OPEN.includes(status))
    .map((row) => settleMessage(row, [{ status: 'failed', at: now, errorCode: codes.get(row.id) ?? null }]))
  await saveSettlements(tx, vendorId, settlements, now)
}

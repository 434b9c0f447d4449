import type { VendorId } from '../../../domain/ids.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { lockWallet } from '../../wallet/read.ts'
import { applySettlements } from './apply-settlements.ts'
import { settlementOf } from './message-settlement.ts'
import * as sql from './settle.sql.ts'

export interface Failure {
  id: string
  /** The provider's number, or a word of ours. */
  errorCode: string
}

const OPEN: readonly string[] = ['QUEUED', 'SENDING', 'SENT', 'UNKNOWN']

/**
 * Messages that will not go out, or of which nobody will ever know: FAILED, their money and their conversations given
 * back, a dead letter each. Those that have ended meanwhile stay as they are.
 */
export async function failMessages(tx: Tx, vendorId: VendorId, failures: readonly Failure[], now: Date): Promise<void> {
  if (failures.length === 0) return
  await lockWallet(tx, vendorId)
  const codes = new Map(failures.map(({ id, errorCode }) => [id, errorCode]))
  const rows = await sql.lockMessages(tx, vendorId, [...codes.keys()])
  const changes = rows
    .filter(({ status }) => OPEN.includes(status))
    .map((row) => settlementOf(row, [{ status: 'failed', at: now, errorCode: codes.get(row.id) ?? null }]))
  await applySettlements(tx, vendorId, changes, now)
}

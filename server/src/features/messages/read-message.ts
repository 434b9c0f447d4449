import type { VendorId } from '../../domain/ids.ts'
import { failureReason } from '../../domain/messaging/failure-reason.ts'
import { providerIdsOf } from '../../platform/crypto/provider-ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors.ts'
import * as sql from './singles/single.sql.ts'

/** One message of any kind, with its status. */
export async function readMessage(deps: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId, id: string) {
  const row = await sql.findMessage(db, vendorId, id)
  if (!row) throw notFound()
  return {
    id: row.id,
    kind: row.kind,
    campaignId: row.campaign_id,
    contactId: row.contact_id,
    status: row.status,
    isWaitingForMoney: row.is_unfunded && row.status === 'QUEUED',
    wamid: row.wamid && (await providerIdsOf(deps, db)).open(row.wamid),
    errorCode: row.error_code,
    errorReason: row.error_code === null ? null : failureReason(row.error_code),
    costMinorUnit: row.cost_minor_unit,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
    failedAt: row.failed_at,
  }
}

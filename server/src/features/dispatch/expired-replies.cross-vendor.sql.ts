// The sweep finds the replies of all vendors that have waited too long.

import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'

/** Unfunded replies to contacts whose last message was not after `before`, and unfunded auto-replies of that age. */
export const listExpiredReplies = async (db: Db, before: Date, limit: number) => {
  const { rows } = await sql<{ vendorId: VendorId; id: string }>`
    select m.vendor_id as "vendorId", m.id
      from message m
     where m.status = 'QUEUED' and m.campaign_id is null and m.due_at = 'infinity' and m.created_at <= ${before}
       and (m.kind = 'AUTO_REPLY'
            or m.kind = 'REPLY' and not exists (select from conversation c
                                                 where c.vendor_id = m.vendor_id and c.contact_id = m.contact_id
                                                   and c.last_inbound_at > ${before}))
     order by m.vendor_id, m.id limit ${limit}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import '../tables.ts'

interface RecipientRow {
  id: string
  mobileHash: Buffer
  profileCipher: Buffer
  isOptedOut: boolean
}

export const findRecipients = async (db: Db, vendorId: VendorId, ids: readonly string[]): Promise<RecipientRow[]> => {
  const { rows } = await sql<RecipientRow>`${PREPARED}
    select c.id, c.mobile_hash as "mobileHash", c.profile_cipher as "profileCipher",
           o.mobile_hash is not null as "isOptedOut"
      from contact c
      left join opt_out o on o.vendor_id = c.vendor_id and o.mobile_hash = c.mobile_hash
     where c.vendor_id = ${vendorId} and c.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

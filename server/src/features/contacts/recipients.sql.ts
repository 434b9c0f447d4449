import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import './tables.ts'

export const findRecipients = (db: Db, vendorId: VendorId, ids: readonly string[]) =>
  db
    .selectFrom('contact as c')
    .leftJoin('opt_out as o', (join) =>
      join.onRef('o.vendor_id', '=', 'c.vendor_id').onRef('o.mobile_hash', '=', 'c.mobile_hash'),
    )
    .select((eb) => [
      'c.id',
      'c.mobile_hash as mobileHash',
      'c.profile_cipher as profileCipher',
      eb('o.mobile_hash', 'is not', null).as('isOptedOut'),
    ])
    .where('c.vendor_id', '=', vendorId)
    .where('c.id', 'in', ids)
    .execute()

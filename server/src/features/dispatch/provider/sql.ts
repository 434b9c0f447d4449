import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import '../tables.ts'

export const findProviderMedia = async (db: Db, vendorId: VendorId, mediaId: string, now: Date) => {
  const row = await db
    .selectFrom('provider_media')
    .select('provider_media_id as providerMediaId')
    .where('vendor_id', '=', vendorId)
    .where('media_id', '=', mediaId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.providerMediaId
}

export const saveProviderMedia = (
  tx: Tx,
  vendorId: VendorId,
  media: { mediaId: string; providerMediaId: string; expiresAt: Date },
) => {
  const known = { provider_media_id: media.providerMediaId, expires_at: media.expiresAt }
  return tx
    .insertInto('provider_media')
    .values({ vendor_id: vendorId, media_id: media.mediaId, ...known })
    .onConflict((conflict) => conflict.columns(['vendor_id', 'media_id']).doUpdateSet(known))
    .execute()
}

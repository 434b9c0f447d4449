import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import * as sql from './conversations.sql.ts'

/** When each of these contacts wrote last. Contacts that never wrote, or were deleted, are missing. */
export const findLastInboundAt = async (db: Db, vendorId: VendorId, contactIds: readonly string[]) =>
  new Map((await sql.findInboundTimes(db, vendorId, contactIds)).map(({ contactId, at }) => [contactId, at]))

// Operators list all vendors; at sign-in the account leads to its vendor; closed vendors are erased when it is time.

import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { containing } from '../../platform/db/like.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { VendorStatus } from './sql.ts'

export interface VendorFilter {
  search: string | undefined
  status: VendorStatus | undefined
}

/** For operators: all vendors, newest first. */
export const listVendors = (db: Db, filter: VendorFilter, page: Page) =>
  vendorsMatching(db, filter)
    .select([
      'id',
      'company_name as companyName',
      'country',
      'currency',
      'status',
      'messaging_enabled as messagingEnabled',
      'messaging_until as messagingUntil',
      'created_at as createdAt',
    ])
    .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as VendorId))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

/** For operators. */
export const countVendors = async (db: Db, filter: VendorFilter) => {
  const row = await vendorsMatching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

const vendorsMatching = (db: Db, filter: VendorFilter) =>
  db
    .selectFrom('vendor')
    .$if(filter.search !== undefined, (query) => query.where('company_name', 'ilike', containing(filter.search ?? '')))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status as VendorStatus))

/** The vendor is not known before sign-in: the account determines it. */
export const membershipOf = (db: Db, accountId: AccountId) =>
  db
    .selectFrom('vendor_user')
    .innerJoin('vendor', 'vendor.id', 'vendor_user.vendor_id')
    .select(['vendor.id as vendorId', 'vendor_user.role', 'vendor.status', 'vendor.mfa_required as mfaRequired'])
    .where('vendor_user.account_id', '=', accountId)
    .executeTakeFirst()

/** Closed before an instant and not erased yet. */
export const listToErase = (db: Db, closedBefore: Date, limit: number) =>
  db
    .selectFrom('vendor')
    .select(['id', 'data_destroyed_at as destroyedAt'])
    .where('status', '=', 'CLOSED')
    .where('data_erased_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('closed_at', 'updated_at'), '<=', closedBefore))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Erased by a release that kept the accounts of members. Erased vendors are few, so the members of each are looked up. */
export const listErasedWithMembers = (db: Db, limit: number) =>
  db
    .selectFrom('vendor')
    .select('id')
    .where('data_erased_at', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('vendor_user')
          .select('account_id')
          .whereRef('vendor_user.vendor_id', '=', 'vendor.id')
          .where('role', '!=', 'ADMIN'),
      ),
    )
    .limit(limit)
    .execute()

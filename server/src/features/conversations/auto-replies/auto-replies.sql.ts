import type { Selectable } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import '../tables.ts'

export type AutoReplyRow = Selectable<Tables['auto_reply']>

/** Oldest first. */
export const listActive = (db: Db, vendorId: VendorId) =>
  rulesOf(db, vendorId).select(['id', 'folded', 'reply']).where('is_active', '=', true).orderBy('id').execute()

export const listRules = (db: Db, vendorId: VendorId, { after, limit, offset }: Page): Promise<AutoReplyRow[]> =>
  rulesOf(db, vendorId)
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countRules = async (db: Db, vendorId: VendorId): Promise<number> => {
  const { count } = await rulesOf(db, vendorId)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns undefined when the vendor has a rule with this keyword. */
export const insertRule = (
  tx: Tx,
  vendorId: VendorId,
  rule: Pick<AutoReplyRow, 'id' | 'keyword' | 'folded' | 'reply' | 'is_active'>,
  now: Date,
): Promise<AutoReplyRow | undefined> =>
  tx
    .insertInto('auto_reply')
    .values({ vendor_id: vendorId, ...rule, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.constraint('auto_reply_keyword_unique').doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateRule = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  change: Partial<Pick<AutoReplyRow, 'keyword' | 'folded' | 'reply' | 'is_active'>>,
  now: Date,
): Promise<AutoReplyRow | undefined> =>
  tx
    .updateTable('auto_reply')
    .set({ ...change, updated_at: now })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteRule = async (tx: Tx, vendorId: VendorId, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('auto_reply')
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const rulesOf = (db: Db, vendorId: VendorId) => db.selectFrom('auto_reply').where('vendor_id', '=', vendorId)

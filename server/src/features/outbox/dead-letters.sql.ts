import type { Selectable } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Slice } from '../../platform/http/pagination.ts'

export type DeadLetterRow = Selectable<Tables['dead_letter']>
export type DeadLetterKind = DeadLetterRow['kind']
export interface DeadLetterFilter {
  kinds: readonly DeadLetterKind[]
  isReplayed: boolean | undefined
  isClosed: boolean | undefined
}

/** For operators: newest first. */
export const listLetters = (db: Db, filter: DeadLetterFilter, slice: Slice) =>
  matching(db, filter)
    .selectAll()
    .$if(slice.after !== undefined, (query) => query.where('id', '<', slice.after as string))
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

/** For operators. */
export const countLetters = async (db: Db, filter: DeadLetterFilter) => {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Db, { kinds, isReplayed, isClosed }: DeadLetterFilter) =>
  db
    .selectFrom('dead_letter')
    .where('kind', 'in', kinds)
    .$if(isReplayed !== undefined, (query) => query.where('replayed_at', isReplayed ? 'is not' : 'is', null))
    .$if(isClosed !== undefined, (query) => query.where('closed_at', isClosed ? 'is not' : 'is', null))

/** An operator names nothing but the letter. */
export const findLetter = (db: Db, id: string) =>
  db.selectFrom('dead_letter').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined when somebody else has replayed or closed it. */
export const endLetter = (tx: Tx, vendorId: VendorId, id: string, end: { replayed_at: Date } | { closed_at: Date }) =>
  tx
    .updateTable('dead_letter')
    .set(end)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('replayed_at', 'is', null)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Whosever they are: the webhooks they are about named a vendor or none. */
export const closeWebhookLetters = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .updateTable('dead_letter')
    .set({ closed_at: now })
    .where('id', 'in', ids)
    .where('kind', '=', 'WEBHOOK')
    .where('replayed_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute()

/** A replay may learn whose the event is. */
export const assignLetter = (tx: Tx, vendorId: VendorId, id: string) =>
  tx.updateTable('dead_letter').set({ vendor_id: vendorId }).where('id', '=', id).execute()

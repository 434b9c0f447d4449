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

const matching = (db: Db, { kinds, isReplayed }: DeadLetterFilter) =>
  db
    .selectFrom('dead_letter')
    .where('kind', 'in', kinds)
    .$if(isReplayed !== undefined, (query) => query.where('replayed_at', isReplayed ? 'is not' : 'is', null))

/** An operator names nothing but the letter. */
export const findLetter = (db: Db, id: string) =>
  db.selectFrom('dead_letter').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined when somebody else has replayed it. */
export const markReplayed = (tx: Tx, vendorId: VendorId, id: string, now: Date) =>
  tx
    .updateTable('dead_letter')
    .set({ replayed_at: now })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('replayed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

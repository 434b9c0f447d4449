// Operators see the dead letters of all vendors, and a webhook may belong to none.

import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { DeadLetterRow } from './dead-letters.sql.ts'

export interface DeadLetterFilter {
  kinds: readonly DeadLetterRow['kind'][]
  isReplayed: boolean | undefined
  isClosed: boolean | undefined
}

/** For operators: newest first. The newest of each kind are read by index, because one kind may be nearly all. */
export const listLetters = (db: Db, filter: DeadLetterFilter, page: Page) =>
  db
    .selectFrom(
      filter.kinds
        .map((kind) => newestOf(db, { ...filter, kinds: [kind] }, page))
        .reduce((all, ofKind) => all.unionAll(ofKind))
        .as('letters'),
    )
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

const newestOf = (db: Db, filter: DeadLetterFilter, page: Page) =>
  db
    .selectFrom(
      matching(db, filter)
        .selectAll()
        .$if(page.after !== undefined, (query) => query.where('id', '<', page.after as string))
        .orderBy('id', 'desc')
        .limit(page.offset + page.limit)
        .as('newest'),
    )
    .selectAll()

/** For operators. */
export const countLetters = async (db: Db, filter: DeadLetterFilter) => {
  const { count } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Letters that a filter for open ones leaves out. */
export const countResolved = async (
  db: Db,
  kinds: DeadLetterFilter['kinds'],
  { isReplayed, isClosed }: Pick<DeadLetterFilter, 'isReplayed' | 'isClosed'>,
) => {
  const { count } = await db
    .selectFrom('dead_letter')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('kind', 'in', kinds)
    .where((eb) =>
      eb.or([
        ...(isReplayed === false ? [eb('replayed_at', 'is not', null)] : []),
        ...(isClosed === false ? [eb('closed_at', 'is not', null)] : []),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Db, { kinds, isReplayed, isClosed }: DeadLetterFilter) =>
  db
    .selectFrom('dead_letter')
    .where('kind', 'in', kinds)
    .$if(isReplayed !== undefined, (query) => query.where('replayed_at', isReplayed ? 'is not' : 'is', null))
    .$if(isClosed !== undefined, (query) => query.where('closed_at', isClosed ? 'is not' : 'is', null))

/** For operators, who name only the dead letter. */
export const findLetter = (db: Db, id: string) =>
  db.selectFrom('dead_letter').selectAll().where('id', '=', id).executeTakeFirst()

/** Without a vendor, because a webhook may name none. */
export const closeWebhookLetters = (tx: Tx, ids: readonly string[], now: Date) =>
  tx
    .updateTable('dead_letter')
    .set({ closed_at: now })
    .where('id', 'in', ids)
    .where('kind', '=', 'WEBHOOK')
    .where('replayed_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute()

/** The oldest letters of messages, and those that were replayed or closed. Skips what another process is changing. */
export const deleteLettersBefore = async (tx: Tx, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from dead_letter where ctid = any(array(
      select x.ctid from dead_letter x
       where (x.kind = 'MESSAGE' or x.replayed_at is not null or x.closed_at is not null) and x.created_at < ${before}
         and coalesce(x.closed_at, x.replayed_at, x.created_at) < ${before}
       order by x.created_at limit ${limit} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

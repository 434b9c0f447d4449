// The provider's account is shared by all vendors, so its events belong to none of them.

import type { Insertable } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Page } from '../../../platform/http/pagination.ts'
import '../tables.ts'

export const insertEvent = (tx: Tx, event: Insertable<Tables['provider_event']>) =>
  tx
    .insertInto('provider_event')
    .values(event)
    .onConflict((conflict) => conflict.constraint('provider_event_key_unique').doNothing())
    .execute()

/** A repetition of what is known does not change since when it holds. */
export const setQuality = (tx: Tx, quality: string, at: Date) =>
  tx
    .updateTable('provider_state')
    .set({ quality, quality_at: at })
    .where((eb) => eb.or([eb('quality_at', 'is', null), eb('quality_at', '<=', at)]))
    .where('quality', 'is distinct from', quality)
    .execute()

export const setMessagingLimit = (tx: Tx, limit: string, at: Date) =>
  tx
    .updateTable('provider_state')
    .set({ messaging_limit: limit, messaging_limit_at: at })
    .where((eb) => eb.or([eb('messaging_limit_at', 'is', null), eb('messaging_limit_at', '<=', at)]))
    .where('messaging_limit', 'is distinct from', limit)
    .execute()

export const findNumberState = (db: Db) =>
  db
    .selectFrom('provider_state')
    .select(['quality', 'quality_at', 'messaging_limit', 'messaging_limit_at'])
    .executeTakeFirstOrThrow()

/** Newest first. */
export const listEvents = (db: Db, { after, limit, offset }: Page) =>
  db
    .selectFrom('provider_event')
    .selectAll()
    .$if(after !== undefined, (query) => query.where('id', '<', after as string))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countEvents = async (db: Db) => {
  const { count } = await db
    .selectFrom('provider_event')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const deleteEventsBefore = (tx: Tx, before: Date) =>
  tx.deleteFrom('provider_event').where('received_at', '<', before).execute()

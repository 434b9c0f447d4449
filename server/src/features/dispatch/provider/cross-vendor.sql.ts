// All vendors share the account at the provider.

import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { PREPARED } from '../../../platform/db/prepared.ts'
import '../tables.ts'

/** The state of the messaging account, which all vendors share. */
export interface ProviderState {
  /** Since when all sending is stopped. Null when it is not. */
  stoppedAt: Date | null
  /** The provider's error. Null when an operator stopped it. */
  stoppedCode: number | null
  isSlow: boolean
}

export const findState = async (db: Db): Promise<ProviderState> => {
  const { rows } = await sql<ProviderState>`${PREPARED}
    select stopped_at as "stoppedAt", stopped_code as "stoppedCode", slow_until > clock_timestamp() as "isSlow"
      from provider_state`.execute(db)
  // A migration inserted the only row.
  return rows[0] as ProviderState
}

/** Returns false when it is stopped already, with the first reason, or was resumed after `happenedAt`. */
export const setStopped = async (tx: Tx, code: number | null, happenedAt: Date, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('provider_state')
    .set({ stopped_code: code, stopped_at: now })
    .where('stopped_at', 'is', null)
    .where((eb) => eb.or([eb('resumed_at', 'is', null), eb('resumed_at', '<', happenedAt)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns undefined when it was not stopped. */
export const setResumed = async (tx: Tx, now: Date): Promise<{ code: number | null } | undefined> => {
  const state = await tx
    .selectFrom('provider_state')
    .select('stopped_code as code')
    .where('stopped_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (state)
    await tx
      .updateTable('provider_state')
      .set({ stopped_code: null, stopped_at: null, resumed_at: now, slow_until: sql`'-infinity'` })
      .execute()
  return state
}

/** Extends the slow period and never shortens it. */
export const setSlow = (tx: Tx, seconds: number) =>
  tx
    .updateTable('provider_state')
    .set({ slow_until: sql`greatest(slow_until, clock_timestamp() + make_interval(secs => ${seconds}))` })
    .where(sql<boolean>`slow_until < clock_timestamp() + make_interval(secs => ${seconds} - 1)`)
    .execute()

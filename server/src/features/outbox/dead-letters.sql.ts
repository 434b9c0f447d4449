import { type Selectable, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Slice } from '../../platform/http/pagination.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    dead_letter: {
      vendor_id: VendorId
      id: string
      kind: 'WEBHOOK' | 'JOB' | 'MESSAGE'
      name: string
      payload: unknown
      reason: string
      attempts: number
      created_at: Date
      replayed_at: Date | null
      closed_at: Date | null
    }
  }
}

export type DeadLetterRow = Selectable<Tables['dead_letter']>
type DeadLetterKind = DeadLetterRow['kind']
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

/** For operators, who name only the dead letter. */
export const findLetter = (db: Db, id: string) =>
  db.selectFrom('dead_letter').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns undefined when it has been replayed or closed already. */
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

/** A replay may find out to which vendor the event belongs. */
export const assignLetter = (tx: Tx, vendorId: VendorId, id: string) =>
  tx.updateTable('dead_letter').set({ vendor_id: vendorId }).where('id', '=', id).execute()

export const insertJobLetter = (
  tx: Tx,
  vendorId: VendorId,
  letter: { id: string; name: string; payload: unknown; reason: string; attempts: number; now: Date },
) =>
  tx
    .insertInto('dead_letter')
    .values({
      vendor_id: vendorId,
      id: letter.id,
      kind: 'JOB',
      name: letter.name,
      payload: JSON.stringify(letter.payload),
      reason: letter.reason,
      attempts: letter.attempts,
      created_at: letter.now,
    })
    .onConflict((oc) => oc.columns(['vendor_id', 'id']).doUpdateSet(reopened(letter)))
    .execute()

/** A dead letter whose replay failed is open again. */
const reopened = (letter: { reason: string; attempts: number; now: Date }) => ({
  reason: letter.reason,
  attempts: letter.attempts,
  created_at: letter.now,
  replayed_at: null,
  closed_at: null,
})

export const insertWebhookLetter = (
  tx: Tx,
  vendorId: VendorId,
  letter: { id: string; name: string; reason: string; attempts: number; now: Date },
) =>
  tx
    .insertInto('dead_letter')
    .values({
      vendor_id: vendorId,
      id: letter.id,
      kind: 'WEBHOOK',
      name: letter.name,
      payload: JSON.stringify({ inboxId: letter.id }),
      reason: letter.reason,
      attempts: letter.attempts,
      created_at: letter.now,
    })
    .onConflict((oc) => oc.columns(['vendor_id', 'id']).doUpdateSet(reopened(letter)))
    .execute()

export interface MessageLetter {
  id: string
  name: string
  payload: Record<string, string | null>
  reason: string
  attempts: number
}

export const insertMessageLetters = async (
  tx: Tx,
  vendorId: VendorId,
  letters: readonly MessageLetter[],
  now: Date,
) => {
  await sql`
    insert into dead_letter (vendor_id, id, kind, name, payload, reason, attempts, created_at)
    select ${vendorId}, id, 'MESSAGE', name, payload, reason, attempts, ${now}
      from unnest(${letters.map(({ id }) => id)}::uuid[], ${letters.map(({ name }) => name)}::text[],
        ${letters.map(({ payload }) => JSON.stringify(payload))}::jsonb[], ${letters.map(({ reason }) => reason)}::text[],
        ${letters.map(({ attempts }) => attempts)}::integer[]) as l (id, name, payload, reason, attempts)
    on conflict (vendor_id, id) do nothing`.execute(tx)
}

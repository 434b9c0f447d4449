import { type Selectable, sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'

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

/** Returns undefined when it has been replayed or closed already. */
export const resolveDeadLetter = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  end: { replayed_at: Date } | { closed_at: Date },
) =>
  tx
    .updateTable('dead_letter')
    .set(end)
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('replayed_at', 'is', null)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** A replay may find out to which vendor the event belongs. */
export const assignDeadLetterVendor = (tx: Tx, vendorId: VendorId, id: string) =>
  tx.updateTable('dead_letter').set({ vendor_id: vendorId }).where('id', '=', id).execute()

export const insertJobDeadLetter = (
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

export interface MessageDeadLetter {
  id: string
  name: string
  payload: Record<string, string | null>
  reason: string
  attempts: number
}

export const insertMessageLetters = async (
  tx: Tx,
  vendorId: VendorId,
  letters: readonly MessageDeadLetter[],
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

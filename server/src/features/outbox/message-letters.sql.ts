import { sql } from 'kysely'
import type { VendorId } from '../../domain/ids.ts'
import type { Tx } from '../../platform/db/db.ts'

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

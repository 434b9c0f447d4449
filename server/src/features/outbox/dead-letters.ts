import type { Db, Tx } from '../../platform/db/db.ts'
import type { Slice } from '../../platform/http/pagination.ts'
import * as letters from './dead-letters.sql.ts'
import * as sql from './sql.ts'

export type DeadLetter = letters.DeadLetterRow

/** For operators: what kept failing. */
export async function listDeadLetters(db: Db, filter: letters.DeadLetterFilter, slice: Slice) {
  const [rows, total] = await Promise.all([letters.listLetters(db, filter, slice), letters.countLetters(db, filter)])
  return { rows, total }
}

export const findDeadLetter = (db: Db, id: string) => letters.findLetter(db, id)

/** Whether it is this call that replays it. */
export const markReplayed = async (tx: Tx, letter: letters.DeadLetterRow, now: Date) =>
  (await letters.endLetter(tx, letter.vendor_id, letter.id, { replayed_at: now })) !== undefined

/** Whether it is this call that closes it. */
export const markClosed = async (tx: Tx, letter: letters.DeadLetterRow, now: Date) =>
  (await letters.endLetter(tx, letter.vendor_id, letter.id, { closed_at: now })) !== undefined

/** The job goes back to where it came from, under its own id, with all its tries. */
export const putBack = (tx: Tx, { vendor_id: vendorId, id, name, payload }: letters.DeadLetterRow, now: Date) =>
  sql.insertEvents(tx, vendorId, [{ id, jobName: name, payload, dueAt: now, createdAt: now }])

import { type Db, inTransaction, type Tx } from './db.ts'

/** Rows per transaction: locks stay short, and a killed process loses little. */
export const BATCH_ROWS = 5_000

/** Repeats a statement that changes at most `BATCH_ROWS` rows, each time in its own transaction, until none is left. */
export async function inBatches(db: Db, changeBatch: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await inTransaction(db, changeBatch)) > 0);
}

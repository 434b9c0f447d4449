import type { Db, Tx } from '../db.ts'

declare module '../tables.ts' {
  interface Tables {
    blind_index_rotation: { is_only: true; version: number; fingerprint: Buffer; is_cleared: boolean }
  }
}

/** The key that the second columns are being filled with. */
export interface PendingKey {
  version: number
  fingerprint: Buffer
}

/** What is recorded of the rotation that is under way, if it is one to this key. */
const recordOf = (db: Db, { version, fingerprint }: PendingKey) =>
  db
    .selectFrom('blind_index_rotation')
    .select('is_cleared as isCleared')
    .where('version', '=', version)
    .where('fingerprint', '=', fingerprint)

/** Whether the second columns have no hashes of another key. */
export async function areNextHashesOf(db: Db, key: PendingKey): Promise<boolean> {
  return (await recordOf(db, key).executeTakeFirst())?.isCleared === true
}

/** The same, and nobody can record another key until the transaction ends. */
export async function lockPendingKey(tx: Tx, key: PendingKey): Promise<boolean> {
  return (await recordOf(tx, key).forShare().executeTakeFirst())?.isCleared === true
}

/** Until `isCleared`, nobody fills the second columns. */
export const savePendingKey = (tx: Tx, { version, fingerprint }: PendingKey, isCleared: boolean) =>
  tx
    .insertInto('blind_index_rotation')
    .values({ is_only: true, version, fingerprint, is_cleared: isCleared })
    .onConflict((oc) => oc.column('is_only').doUpdateSet({ version, fingerprint, is_cleared: isCleared }))
    .execute()

export const deletePendingKey = (tx: Tx) => tx.deleteFrom('blind_index_rotation').execute()

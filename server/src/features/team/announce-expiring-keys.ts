import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { takeExpiringKeys } from '../api-keys/expiring.ts'
import { notify } from '../notifications/notify.ts'

const BATCH_KEYS = 100

/** Tells administrators about each key that expires within a week, once. */
export async function announceExpiringKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  while ((await inTransaction(db, (tx) => announceSome(tx, now))) === BATCH_KEYS);
}

async function announceSome(tx: Tx, now: Date) {
  const keys = await takeExpiringKeys(tx, now, BATCH_KEYS)
  for (const { vendorId, id, name: keyName, expiresAt } of keys)
    if (expiresAt) {
      const notice = { kind: 'API_KEY_EXPIRING', keyName, expiresAt: expiresAt.toISOString() } as const
      await notify(tx, vendorId, notice, `api-key-expiry-${id}`, now)
    }
  return keys.length
}

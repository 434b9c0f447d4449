import type { VendorId } from '../../domain/ids.ts'
import { providerIdsOf } from '../../platform/crypto/provider-ids.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import * as ledger from './ledger/ledger.sql.ts'

interface Keyed {
  referenceType: string | null
  referenceId: string | null
  idempotencyKey: string
}

/**
 * To a vendor, the key of an entry about a message names the provider's id (`refund-msg-<wamid>`). The ledger has our id
 * there, which is shown where the message has no other.
 */
export async function withProviderKeys<Entry extends Keyed>(
  deps: Pick<Deps, 'keyring'>,
  db: Db,
  vendorId: VendorId,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const messageIds = entries.flatMap((entry) => (isOfMessage(entry) ? entry.referenceId : []))
  if (messageIds.length === 0) return [...entries]
  const ids = await providerIdsOf(deps, db)
  const wamids = new Map(
    (await ledger.findWamids(db, vendorId, messageIds)).map(({ id, wamid }) => [id, ids.open(wamid)] as const),
  )
  return entries.map((entry) => {
    const wamid = isOfMessage(entry) ? wamids.get(entry.referenceId) : undefined
    return wamid ? { ...entry, idempotencyKey: entry.idempotencyKey.replace(KEY, (_, kind) => kind + wamid) } : entry
  })
}

const KEY = /^((?:refund|charge)-msg-).*$/
const isOfMessage = (entry: Keyed): entry is Keyed & { referenceId: string } =>
  entry.referenceType === 'MESSAGE' && entry.referenceId !== null

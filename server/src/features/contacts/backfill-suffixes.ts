import { HOUR_MS } from '../../domain/durations.ts'
import type { VendorId } from '../../domain/ids.ts'
import { DataKeyDestroyed } from '../../platform/crypto/keyring.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { codecFor } from './codec.ts'
import { nextBackfillVendor } from './cross-vendor.sql.ts'
import * as sql from './suffix-backfill.sql.ts'

const BATCH_CONTACTS = 500
/** Per run, so that one vendor with millions of contacts does not keep the task from its other work. */
const BATCHES_PER_RUN_MAX = 20

/** After a failure the vendor is left alone for this long, so that it neither keeps others waiting nor fills the log. */
const RETRY_MS = HOUR_MS

type BackfillDeps = Pick<Deps, 'db' | 'clock' | 'keyring' | 'blindIndex' | 'log'>

/**
 * Adds the token of the last digits to contacts that were stored before numbers could be found by them. Remembers how
 * far it came, and ends for good when every vendor is done.
 */
export async function backfillSuffixes(deps: BackfillDeps) {
  const now = deps.clock.now()
  for (let batch = 0; batch < BATCHES_PER_RUN_MAX; ) {
    const vendorId = await nextBackfillVendor(deps.db, now)
    if (!vendorId) return
    const isDone = await tryBackfill(deps, vendorId, now)
    if (isDone) batch++
  }
}

/** False if it failed; the vendor is then listed no more, or not for a while. */
async function tryBackfill(deps: BackfillDeps, vendorId: VendorId, now: Date): Promise<boolean> {
  try {
    await inTransaction(deps.db, (tx) => backfillWithin(tx, deps, vendorId))
    return true
  } catch (error) {
    if (error instanceof DataKeyDestroyed) {
      // Its contacts cannot be read any more, and are deleted.
      await inTransaction(deps.db, (tx) => sql.deleteProgress(tx, vendorId))
      return false
    }
    deps.log.warn({ event: 'contacts.backfill_suffixes_failed', vendorId, err: error })
    await inTransaction(deps.db, (tx) => sql.postpone(tx, vendorId, new Date(now.getTime() + RETRY_MS)))
    return false
  }
}

async function backfillWithin(tx: Tx, deps: BackfillDeps, vendorId: VendorId) {
  const progress = await sql.lockProgress(tx, vendorId)
  if (!progress) return
  // Asked before the first contact is read: an import that ends meanwhile adds contacts that are not read.
  const awaitsImports = progress.afterId === null ? await sql.hasEarlierImport(tx, vendorId) : progress.awaitsImports
  const contacts = await sql.lockContactsAfter(tx, vendorId, progress.afterId, BATCH_CONTACTS)
  if (contacts.length > 0) await addTokens(tx, deps, vendorId, contacts)
  const last = contacts.reduce((highest, { id }) => (id > highest ? id : highest), '')
  if (contacts.length === BATCH_CONTACTS) await sql.setProgress(tx, vendorId, last, awaitsImports)
  else if (awaitsImports) await sql.setProgress(tx, vendorId, null, true)
  else await sql.deleteProgress(tx, vendorId)
}

async function addTokens(
  tx: Tx,
  deps: BackfillDeps,
  vendorId: VendorId,
  contacts: Awaited<ReturnType<typeof sql.lockContactsAfter>>,
) {
  const codec = await codecFor(deps, tx, vendorId)
  const tokens = contacts.map(({ id, profileCipher }) => ({
    id,
    tokens: codec.searchTokens(codec.open(profileCipher)),
  }))
  await sql.setTokens(tx, vendorId, tokens)
}

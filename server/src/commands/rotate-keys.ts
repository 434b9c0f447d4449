import type { VendorId } from '../domain/ids.ts'
import { vendorsNotWrappedBy } from '../platform/crypto/cross-vendor.sql.ts'
import { findKeys } from '../platform/crypto/sql.ts'
import { inTransaction } from '../platform/db/db.ts'
import type { Deps } from '../platform/deps.ts'
import { isId } from '../platform/ids.ts'
import { runCommand, UsageError } from './command.ts'
import { rotateToLastKey } from './rotate-index.ts'

const BATCH = 100

/**
 * Without arguments: wraps every data key with the first key of ENCRYPTION_KEYS, so that the others can be removed.
 * With `--vendor <id>`: adds a data key for that vendor. With `--blind-index`: moves the hashes to the last key of
 * BLIND_INDEX_KEY.
 */
await runCommand(async (deps, [option, vendorId]) => {
  if (option === '--blind-index') return rotateIndex(deps)
  if (option === undefined)
    return `Rewrapped the data keys of ${await rewrapAll(deps)} vendors. All data keys are now encrypted with master key "${deps.keyring.currentMasterKeyId}".`
  if (option !== '--vendor' || !vendorId)
    throw new UsageError('Usage: npm run keys:rotate [-- --vendor <id> | --blind-index]')
  if (!isId(vendorId) || (await findKeys(deps.db, vendorId as VendorId, 'data_key')).length === 0)
    throw new UsageError(`Vendor ${vendorId} does not exist, or was closed and its data key destroyed.`)
  await inTransaction(deps.db, (tx) => deps.keyring.renew(tx, vendorId as VendorId))
  return `Vendor ${vendorId} has a new data key, used for encryption two minutes from now. Existing data stays readable.`
})

async function rotateIndex(deps: Deps) {
  const used = await rotateToLastKey(deps, (told) => {
    if (told) console.log(told)
  })
  const version = deps.blindIndex.version()
  if (used === 0) return `Nothing to do: the hashes are made with all ${version} keys of BLIND_INDEX_KEY.`
  return `All hashes are now made with key ${version} of BLIND_INDEX_KEY. Keep the earlier keys in the setting.`
}

async function rewrapAll(deps: Deps) {
  let done = 0
  for (;;) {
    const batch = await vendorsNotWrappedBy(deps.db, deps.keyring.currentMasterKeyId, BATCH)
    if (batch.length === 0) return done
    for (const { vendorId } of batch) await inTransaction(deps.db, (tx) => deps.keyring.rewrap(tx, vendorId))
    done += batch.length
  }
}

import sodium from 'sodium-native'
import { assert } from '../../domain/assert.ts'
import { PLATFORM } from '../../domain/ids.ts'
import type { Db } from '../db/db.ts'
import { open as openSealed, sealEqually } from './aead.ts'
import * as sql from './cross-vendor.sql.ts'
import type { FieldKeys, Keyring } from './keyring.ts'

/**
 * The messaging provider's ids of messages contain the recipient's number, so they are stored encrypted. Every status
 * update is looked up by one before its vendor is known, so equal ids have equal ciphertexts. Rows of earlier releases
 * contain ids in the clear; `forms` finds both. While a process of the release before runs, ids are still stored in the
 * clear, because it finds and shows them only so.
 */
export interface ProviderIds {
  /** As the id is stored now. What is already sealed stays as it is. */
  seal(id: string): string
  /** What is not sealed stays as it is: an id of an earlier release, or the replacement in an erased message. */
  open(stored: string): string
  /** As it is stored now, and the other form in which a row may contain it. */
  forms(id: string): [stored: string, other: string]
}

/** With the first data key of the platform, because ciphertexts of a second one would be different. */
export async function providerIdsOf({ keyring }: { keyring: Keyring }, db: Db): Promise<ProviderIds> {
  const keys = await keyring.keysOf(db, PLATFORM)
  const known = loaded.get(keys)
  if (known) return known
  const [, first] = keys.keys.find(([version]) => version === 1) ?? []
  assert(first, 'the platform keeps the first version of its key')
  const isSealing = !(await sql.processWithoutSealedIdsRuns(db))
  const ids = createProviderIds(Buffer.from(first), isSealing)
  // No process of the release before starts on the migrated database, so once the last one has ended, none comes back.
  if (isSealing) loaded.set(keys, ids)
  return ids
}

const loaded = new WeakMap<FieldKeys, ProviderIds>()

const PREFIX = 'sealed1.'
const CONTEXT = Buffer.from('provider-id')
const KEY_BYTES = 32

export function createProviderIds(key: Buffer, isSealing = true): ProviderIds {
  const [cipherKey, nonceKey] = [derived(key, 'provider-id/cipher'), derived(key, 'provider-id/nonce')]
  const opened = (stored: string) => {
    if (!stored.startsWith(PREFIX)) return undefined
    try {
      return openSealed(cipherKey, CONTEXT, Buffer.from(stored.slice(PREFIX.length), 'base64url')).toString('utf8')
    } catch {
      return undefined
    }
  }
  const sealed = (id: string) =>
    opened(id) === undefined
      ? PREFIX + sealEqually(cipherKey, nonceKey, CONTEXT, Buffer.from(id, 'utf8')).toString('base64url')
      : id
  const open = (stored: string) => opened(stored) ?? stored
  return isSealing
    ? { seal: sealed, open, forms: (id) => [sealed(id), open(id)] }
    : { seal: (id) => id, open, forms: (id) => [open(id), sealed(id)] }
}

function derived(key: Buffer, purpose: string): Buffer {
  const result = Buffer.allocUnsafe(KEY_BYTES)
  sodium.crypto_generichash(result, Buffer.from(purpose), key)
  return result
}

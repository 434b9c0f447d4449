import type { VendorAction } from '../../domain/accounts/vendor-actions.ts'
import { assert } from '../../domain/assert.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import type { AuditDetails } from './cross-vendor.sql.ts'
import * as sql from './vendor.sql.ts'

/** Who acted for a vendor: a principal, or as much of it as is known before sign-in ends. */
export interface VendorActor {
  vendorId: VendorId
  accountId?: AccountId | undefined
  apiKey?: { id: string } | undefined
}

interface VendorActivity {
  action: VendorAction
  subjectType: string
  subjectId: string
  /** Ids, numbers and settings; never personal data, and nothing about contacts. */
  details?: AuditDetails
  /** Addresses of people or machines; see `sealPersonal`. */
  personal?: Buffer
}

/**
 * Records what a member or an API key did, for the administrators of their vendor. Runs in the transaction of the
 * action, so that neither exists without the other.
 */
export async function recordForVendor(tx: Tx, who: VendorActor, done: VendorActivity, now: Date) {
  await insert(tx, who.vendorId, actorOf(who), done, now)
}

/** Records an action of the platform. The vendor does not see which operator acted. */
export const recordByHarkara = (tx: Tx, vendorId: VendorId, done: VendorActivity, now: Date) =>
  insert(tx, vendorId, { type: 'HARKARA', id: null }, done, now)

const insert = (tx: Tx, vendorId: VendorId, actor: sql.NewEntry['actor'], done: VendorActivity, now: Date) =>
  sql.insertVendorEntry(tx, vendorId, {
    id: newId<'vendorAuditEntry'>(),
    at: now,
    actor,
    action: done.action,
    subjectType: done.subjectType,
    subjectId: done.subjectId,
    details: done.details ?? {},
    personalCipher: done.personal ?? null,
  })

function actorOf({ accountId, apiKey }: VendorActor): sql.NewEntry['actor'] {
  if (apiKey) return { type: 'API_KEY', id: apiKey.id }
  assert(accountId, 'a member or an API key acts for a vendor')
  return { type: 'MEMBER', id: accountId }
}

/** The parts of an entry that are personal data of the vendor's own people. */
interface Personal {
  /** The network address that the request came from. */
  ip?: string | undefined
  /** The address of the member or invited person that the entry is about. */
  email?: string | undefined
}

const FIELD = 'audit.personal'

export async function sealPersonal(
  { keyring }: Pick<Deps, 'keyring'>,
  db: Db,
  vendorId: VendorId,
  personal: Personal,
): Promise<Buffer> {
  return (await keyring.of(db, vendorId)).seal(FIELD, JSON.stringify(personal))
}

/** Opens many entries of one vendor. */
export async function personalOpener({ keyring }: Pick<Deps, 'keyring'>, db: Db, vendorId: VendorId) {
  const cipher = await keyring.of(db, vendorId)
  return (sealed: Buffer | null): Personal => (sealed ? JSON.parse(cipher.open(FIELD, sealed)) : {})
}

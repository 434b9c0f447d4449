import { createHash, randomBytes } from 'node:crypto'
import { assert } from '../../domain/assert.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import { API_KEYS_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { isVendorOpen, lockMembers, membershipOf } from '../vendors/members.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import * as sql from './sql.ts'

export const API_KEY_PREFIX = 'hk_'
const LAST_USED_INTERVAL_MS = 60_000

/** 256 random bits cannot be guessed, so a fast hash is sufficient. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest()

/** The key is only in the response: the stored hash can verify it but not show it again. */
export async function createApiKey(deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, name: string) {
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url')
  const row = { id: newId<'api-key'>(), name, hint: `${key.slice(0, 7)}…${key.slice(-4)}`, now: deps.clock.now() }
  assert(who.accountId, 'only user accounts are administrators')
  const { accountId } = who
  await inTransaction(deps.db, (tx) =>
    createWithin(tx, who, { ...row, secretHash: hashApiKey(key), createdBy: accountId }),
  )
  return { id: row.id, name, hint: row.hint, key, createdBy: accountId, createdAt: row.now }
}

async function createWithin(tx: Tx, who: VendorPrincipal, key: Parameters<typeof sql.insertApiKey>[2]) {
  // Locks the vendor, so that concurrent requests cannot exceed the limit together and no member leaves meanwhile.
  const members = await lockMembers(tx, who.vendorId)
  if (!members.some(({ accountId }) => accountId === key.createdBy)) throw new AppError('UNAUTHENTICATED')
  if ((await sql.listApiKeys(tx, who.vendorId)).length >= API_KEYS_PER_VENDOR_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `A company can have at most ${API_KEYS_PER_VENDOR_MAX} API keys. Delete one first.`,
    })
  await sql.insertApiKey(tx, who.vendorId, key)
}

export const listApiKeys = (deps: Pick<Deps, 'db'>, who: VendorPrincipal) => sql.listApiKeys(deps.db, who.vendorId)

export async function deleteApiKey(deps: Pick<Deps, 'db'>, who: VendorPrincipal, id: string) {
  if (!(await inTransaction(deps.db, (tx) => sql.deleteApiKey(tx, who.vendorId, id)))) throw notFound()
}

/**
 * The vendor of a key; undefined when the key is unknown, its vendor is closed or its creator has left the team, who
 * may have a copy of it. The time of the last use is updated at most once a minute.
 */
export async function findVendorOfKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  secretHash: Buffer,
): Promise<VendorId | undefined> {
  const key = await crossVendor.findApiKey(deps.db, secretHash)
  if (!key || !(await isVendorOpen(deps.db, key.vendorId))) return undefined
  if (!(await isCreatorInTeam(deps.db, key))) return undefined
  const now = deps.clock.now()
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > LAST_USED_INTERVAL_MS)
    await sql.touchApiKey(deps.db, key.vendorId, key.id, now)
  return key.vendorId
}

async function isCreatorInTeam(db: Db, { vendorId, createdBy }: { vendorId: VendorId; createdBy: AccountId | null }) {
  return createdBy !== null && (await membershipOf(db, createdBy))?.vendorId === vendorId
}

import { createHash, randomBytes } from 'node:crypto'
import type { ApiScope } from '../../domain/accounts/api-scopes.ts'
import { assert } from '../../domain/assert.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import { API_KEYS_PER_VENDOR_MAX } from '../../domain/limits.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, invalidField, notFound } from '../../platform/errors.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { newId } from '../../platform/ids.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { lockMembers } from '../vendors/members.ts'
import * as sql from './sql.ts'

export const API_KEY_PREFIX = 'hk_'
const ALLOWED_IPS = 'api-key.allowed-ips'
export const LAST_USED_FROM = 'api-key.last-used-from'

/** 256 random bits cannot be guessed, so a fast hash is sufficient. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest()

export interface NewKey {
  name: string
  /** Without them a key may do whatever a member may, also what is added later. */
  scopes?: ApiScope[] | undefined
  expiresAt?: string | undefined
  allowedIps?: string[] | undefined
}

/** The key is only in the response: the stored hash can verify it but not show it again. */
export async function createApiKey(
  tx: Tx,
  deps: Pick<Deps, 'keyring'>,
  who: VendorPrincipal,
  wanted: NewKey,
  now: Date,
) {
  assert(who.accountId, 'only user accounts are administrators')
  const key = API_KEY_PREFIX + randomBytes(32).toString('base64url')
  const created = {
    id: newId<'api-key'>(),
    name: wanted.name,
    hint: `${key.slice(0, 7)}…${key.slice(-4)}`,
    createdBy: who.accountId,
    scopes: wanted.scopes ?? null,
    expiresAt: wanted.expiresAt === undefined ? null : new Date(wanted.expiresAt),
    allowedIpsCipher: wanted.allowedIps ? await sealAllowedIps(tx, deps, who.vendorId, wanted.allowedIps) : null,
  }
  if (created.expiresAt && created.expiresAt <= now) throw expiresInPast()
  await insertWithin(tx, who, { ...created, secretHash: hashApiKey(key), now })
  return { ...created, key, createdAt: now, lastUsedAt: null, lastUsedFromCipher: null }
}

async function insertWithin(tx: Tx, who: VendorPrincipal, key: Parameters<typeof sql.insertApiKey>[2]) {
  // Locks the vendor, so that concurrent requests cannot exceed the limit together and no member leaves meanwhile.
  const members = await lockMembers(tx, who.vendorId)
  if (!members.some(({ accountId }) => accountId === key.createdBy)) throw new AppError('UNAUTHENTICATED')
  if ((await sql.listApiKeys(tx, who.vendorId)).length >= API_KEYS_PER_VENDOR_MAX)
    throw new AppError('LIMIT_REACHED', {
      detail: `A company can have at most ${API_KEYS_PER_VENDOR_MAX} API keys. Delete one first.`,
    })
  await sql.insertApiKey(tx, who.vendorId, key)
  const details = {
    name: key.name,
    scopes: key.scopes?.join(' ') ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    isBoundToAddresses: key.allowedIpsCipher !== null,
  }
  await recordForVendor(tx, who, { action: 'API_KEY_CREATED', ...subject(key.id), details }, key.now)
}

export const listApiKeys = (deps: Pick<Deps, 'db'>, who: VendorPrincipal) => sql.listApiKeys(deps.db, who.vendorId)

/** How many keys of an account still work. */
export const countActiveKeys = async (db: Db, vendorId: VendorId, createdBy: AccountId, now: Date) =>
  (await sql.listApiKeys(db, vendorId)).filter(
    (key) => key.createdBy === createdBy && (key.expiresAt === null || key.expiresAt > now),
  ).length

export async function deleteApiKey(deps: Pick<Deps, 'db' | 'clock'>, who: VendorPrincipal, id: string) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => deleteWithin(tx, who, id, now))
}

async function deleteWithin(tx: Tx, who: VendorPrincipal, id: string, now: Date) {
  const name = await sql.deleteApiKey(tx, who.vendorId, id)
  if (name === undefined) throw notFound()
  await recordForVendor(tx, who, { action: 'API_KEY_DELETED', ...subject(id), details: { name } }, now)
}

export const subject = (id: string) => ({ subjectType: 'apiKey', subjectId: id })

async function sealAllowedIps(tx: Tx, { keyring }: Pick<Deps, 'keyring'>, vendorId: VendorId, ips: readonly string[]) {
  return (await keyring.of(tx, vendorId)).seal(ALLOWED_IPS, JSON.stringify(ips))
}

export async function openAllowedIps(
  { keyring }: Pick<Deps, 'keyring'>,
  db: Db,
  vendorId: VendorId,
  sealed: Buffer | null,
): Promise<string[] | null> {
  return sealed && JSON.parse((await keyring.of(db, vendorId)).open(ALLOWED_IPS, sealed))
}

const expiresInPast = () => invalidField('expiresAt', 'must be in the future')

import type { ApiScope } from '../../domain/accounts/api-scopes.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'
import { TtlCache } from '../../platform/caching/ttl-cache.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type IsInNetworks, ipNetworks } from '../../platform/http/network/ip-networks.ts'
import { recordForVendor, sealPersonal } from '../audit/record-for-vendor.ts'
import * as crossVendor from './cross-vendor.sql.ts'
import { LAST_USED_FROM, openAllowedIps, subject } from './keys.ts'
import * as sql from './sql.ts'

const LAST_USED_INTERVAL_MS = MINUTE_MS
const REFUSAL_INTERVAL_MS = HOUR_MS
/** A process asks the database at most this often whether a key's refusal has to be recorded. */
const REFUSAL_CHECK_MS = MINUTE_MS
const REFUSED_KEYS_MAX = 10_000

type UseDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

/** What decides about a use of a key, as far as it does not change from one request to the next. */
export interface ApiKey {
  vendorId: VendorId
  id: string
  /** Null for keys of the first releases, which nobody can use. */
  createdBy: AccountId | null
  scopes: readonly ApiScope[] | null
  expiresAt: Date | null
  isAllowedFrom: IsInNetworks | null
  lastUsedAt: Date | null
}

export async function findApiKey(deps: UseDeps, secretHash: Buffer): Promise<ApiKey | undefined> {
  const row = await crossVendor.findApiKey(deps.db, secretHash)
  if (!row) return undefined
  const { allowedIpsCipher, ...key } = row
  const networks = await openAllowedIps(deps, deps.db, row.vendorId, allowedIpsCipher)
  return { ...key, isAllowedFrom: networks && ipNetworks(networks) }
}

/** The time and address of the last use are updated at most once a minute. */
export async function noteUse(deps: UseDeps, key: ApiKey, ip: string) {
  const now = deps.clock.now()
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() <= LAST_USED_INTERVAL_MS) return
  const fromCipher = (await deps.keyring.of(deps.db, key.vendorId)).seal(LAST_USED_FROM, ip)
  key.lastUsedAt = now
  await sql.touchApiKey(deps.db, key.vendorId, key.id, { at: now, fromCipher })
}

/** Refuses an expired key, and one that is used from an address outside its networks. */
export function createKeyCheck(deps: UseDeps) {
  const recentlyRefused = new TtlCache<true>(REFUSAL_CHECK_MS, REFUSED_KEYS_MAX)
  return async (key: ApiKey, ip: string) => {
    const now = deps.clock.now()
    const refusal = refusalOf(key, ip, now)
    if (!refusal) return
    if (!recentlyRefused.get(key.id)) {
      recentlyRefused.set(key.id, true)
      await inTransaction(deps.db, (tx) => recordRefusal(tx, deps, key, { ip, reason: refusal.code }, now))
    }
    throw refusal
  }
}

function refusalOf({ expiresAt, isAllowedFrom }: ApiKey, ip: string, now: Date) {
  if (expiresAt && expiresAt <= now)
    return new AppError('API_KEY_EXPIRED', {
      detail: `This API key expired on ${expiresAt.toISOString()}. Create a new one.`,
    })
  if (isAllowedFrom && !isAllowedFrom(ip))
    return new AppError('ADDRESS_NOT_ALLOWED', {
      detail: 'This API key can only be used from the addresses that were chosen for it.',
    })
  return undefined
}

/** At most one entry an hour: a program that was forgotten somewhere calls every few seconds. */
async function recordRefusal(tx: Tx, deps: UseDeps, key: ApiKey, about: { ip: string; reason: string }, now: Date) {
  const { vendorId, id } = key
  const before = new Date(now.getTime() - REFUSAL_INTERVAL_MS)
  if (!(await sql.claimRefusal(tx, vendorId, id, now, before))) return
  const personal = await sealPersonal(deps, tx, vendorId, { ip: about.ip })
  const who = { vendorId, apiKey: { id } }
  const details = { reason: about.reason }
  await recordForVendor(tx, who, { action: 'API_KEY_REFUSED', ...subject(id), details, personal }, now)
}

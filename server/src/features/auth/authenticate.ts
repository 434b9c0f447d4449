import type { AccountId } from '../../domain/ids.ts'
import { TtlCache } from '../../platform/caching/ttl-cache.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Authenticate, Principal } from '../../platform/http/principal.ts'
import { API_KEY_PREFIX, hashApiKey } from '../api-keys/keys.ts'
import { type ApiKey, createKeyCheck, findApiKey, noteUse } from '../api-keys/use-key.ts'
import * as sql from './cross-vendor.sql.ts'
import { needsSecondFactor } from './mfa/gate.ts'
import { createAccessTokens } from './sessions/access-token.ts'
import { accountStatusOf } from './sessions/sessions.ts'

/** How long an account's permissions are cached, except where administrator rights are required. */
const ACCOUNT_STATUS_TTL_MS = 5_000
const CACHED_ACCOUNTS_MAX = 20_000
/** Schemes are case-insensitive (RFC 9110, section 11.1). */
const BEARER = /^bearer (\S+)$/i

type AuthenticateDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'keyring'>

interface AccountStatus {
  principal: Principal
  tokenVersion: number
}

/** Resolves a bearer token or API key to its user and their current permissions, not those at the time of issue. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const accessTokens = createAccessTokens(deps.config.jwtSecrets)
  const accountStatuses = new TtlCache<AccountStatus | null>(ACCOUNT_STATUS_TTL_MS, CACHED_ACCOUNTS_MAX)
  const apiKeys = new TtlCache<ApiKey | null>(ACCOUNT_STATUS_TTL_MS, CACHED_ACCOUNTS_MAX)
  const assertUsable = createKeyCheck(deps)

  const byToken = async (token: string, fresh: boolean) => {
    const claims = accessTokens.verify(token, deps.clock.now())
    if (!claims) return undefined
    const cacheKey = `${claims.sid} ${claims.sub}`
    let accountStatus = fresh ? undefined : accountStatuses.get(cacheKey)
    // Setting up the missing factor takes effect with the next request.
    if (accountStatus === undefined || accountStatus?.principal.needsSecondFactor) {
      accountStatus = await readAccountStatus(deps, claims.sid, claims.sub)
      accountStatuses.set(cacheKey, accountStatus)
    }
    return accountStatus?.tokenVersion === claims.ver ? accountStatus.principal : undefined
  }

  const byApiKey = async (token: string, ip: string, fresh: boolean): Promise<Principal | undefined> => {
    const secretHash = hashApiKey(token)
    const cacheKey = secretHash.toString('base64')
    let key = fresh ? undefined : apiKeys.get(cacheKey)
    if (key === undefined) {
      key = await readUsableKey(deps, secretHash)
      apiKeys.set(cacheKey, key)
    }
    if (!key) return undefined
    await assertUsable(key, ip)
    await noteUse(deps, key, ip)
    const { vendorId, id, scopes } = key
    return { kind: 'vendor', vendorId, role: 'MEMBER', accountId: undefined, apiKey: { id, scopes } }
  }

  return async ({ headers: { authorization }, ip }, fresh) => {
    const token = BEARER.exec(authorization ?? '')?.[1]
    if (token === undefined) return undefined
    return token.startsWith(API_KEY_PREFIX) ? byApiKey(token, ip, fresh) : byToken(token, fresh)
  }
}

/**
 * Null when the key is unknown, its vendor is closed, or its creator, who may have a copy of it, can no longer sign in
 * for that vendor. So a key never does more than its creator may.
 */
async function readUsableKey(deps: AuthenticateDeps, secretHash: Buffer): Promise<ApiKey | null> {
  const key = await findApiKey(deps, secretHash)
  const creator = key?.createdBy && (await accountStatusOf(deps.db, key.createdBy))
  return creator && creator.vendorId === key.vendorId && !creator.isClosed ? key : null
}

async function readAccountStatus(
  deps: AuthenticateDeps,
  sessionId: string,
  accountId: AccountId,
): Promise<AccountStatus | null> {
  const [isOpen, accountStatus] = await Promise.all([
    sql.isSessionOpen(deps.db, sessionId, accountId),
    accountStatusOf(deps.db, accountId),
  ])
  if (!isOpen || !accountStatus) return null
  const isGated = await needsSecondFactor(deps.db, deps.config, accountStatus)
  const principal: Principal =
    accountStatus.vendorId !== null
      ? {
          kind: 'vendor',
          vendorId: accountStatus.vendorId,
          role: accountStatus.role,
          accountId,
          sessionId,
          isClosed: accountStatus.isClosed,
          needsSecondFactor: isGated,
        }
      : { kind: 'operator', accountId, sessionId, role: accountStatus.operatorRole, needsSecondFactor: isGated }
  return { principal, tokenVersion: accountStatus.account.tokenVersion }
}

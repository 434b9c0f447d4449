import type { AccountId } from '../../domain/ids.ts'
import { TtlCache } from '../../platform/caching/ttl-cache.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Authenticate, Principal } from '../../platform/http/principal.ts'
import { API_KEY_PREFIX, findVendorOfKey, hashApiKey } from '../api-keys/keys.ts'
import * as sql from './cross-vendor.sql.ts'
import { needsSecondFactor } from './mfa/gate.ts'
import { createAccessTokens } from './sessions/access-token.ts'
import { accountStatusOf } from './sessions/sessions.ts'

/** How long an account's permissions are cached, except where administrator rights are required. */
const ACCOUNT_STATUS_TTL_MS = 5_000
const CACHED_ACCOUNTS_MAX = 20_000
/** Schemes are case-insensitive (RFC 9110, section 11.1). */
const BEARER = /^bearer (\S+)$/i

type AuthenticateDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config'>

interface AccountStatus {
  principal: Principal
  tokenVersion: number
}

/** Resolves a bearer token or API key to its user and their current permissions, not those at the time of issue. */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const accessTokens = createAccessTokens(deps.config.jwtSecrets)
  const accountStatuses = new TtlCache<AccountStatus | null>(ACCOUNT_STATUS_TTL_MS, CACHED_ACCOUNTS_MAX)
  const apiKeys = new TtlCache<Principal | null>(ACCOUNT_STATUS_TTL_MS, CACHED_ACCOUNTS_MAX)

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

  const byApiKey = async (key: string, fresh: boolean) => {
    const secretHash = hashApiKey(key)
    const cacheKey = secretHash.toString('base64')
    let principal = fresh ? undefined : apiKeys.get(cacheKey)
    if (principal === undefined) {
      const vendorId = await findVendorOfKey(deps, secretHash)
      principal = vendorId ? { kind: 'vendor', vendorId, role: 'MEMBER', accountId: undefined } : null
      apiKeys.set(cacheKey, principal)
    }
    return principal ?? undefined
  }

  return async (authorization, fresh) => {
    const token = BEARER.exec(authorization ?? '')?.[1]
    if (token === undefined) return undefined
    return token.startsWith(API_KEY_PREFIX) ? byApiKey(token, fresh) : byToken(token, fresh)
  }
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

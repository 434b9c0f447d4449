import type { AccountId } from '../../domain/ids.ts'
import { TtlCache } from '../../platform/caching/ttl-cache.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Authenticate, Principal } from '../../platform/http/principal.ts'
import { API_KEY_PREFIX, hashApiKey, vendorOfKey } from '../api-keys/keys.ts'
import { createAccessTokens } from './sessions/access-token.ts'
import { accountStatusOf } from './sessions/sessions.ts'
import * as sql from './sql.ts'

/** How old the answer to "what may this account do" may be, except where an administrator's rights are asked for. */
const STANDING_MS = 5_000
const REMEMBERED_MAX = 20_000

type AuthenticateDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config'>

interface Standing {
  principal: Principal
  tokenVersion: number
}

/** Tells who is behind a bearer token or API key, and what they may do now (not what they might when it was issued). */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const accessTokens = createAccessTokens(deps.config.JWT_SECRET)
  const standings = new TtlCache<Standing | null>(STANDING_MS, REMEMBERED_MAX)
  const apiKeys = new TtlCache<Principal | null>(STANDING_MS, REMEMBERED_MAX)

  const byToken = async (token: string, fresh: boolean) => {
    const claims = accessTokens.verify(token, deps.clock.now())
    if (!claims) return undefined
    const cacheKey = `${claims.sid} ${claims.sub}`
    let standing = fresh ? undefined : standings.get(cacheKey)
    if (standing === undefined) {
      standing = await readStanding(deps, claims.sid, claims.sub)
      standings.set(cacheKey, standing)
    }
    return standing?.tokenVersion === claims.ver ? standing.principal : undefined
  }

  const byApiKey = async (key: string, fresh: boolean) => {
    const secretHash = hashApiKey(key)
    const cacheKey = secretHash.toString('base64')
    let principal = fresh ? undefined : apiKeys.get(cacheKey)
    if (principal === undefined) {
      const vendorId = await vendorOfKey(deps, secretHash)
      principal = vendorId ? { kind: 'vendor', vendorId, role: 'MEMBER', accountId: undefined } : null
      apiKeys.set(cacheKey, principal)
    }
    return principal ?? undefined
  }

  return async (authorization, fresh) => {
    const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
    if (token === '') return undefined
    return token.startsWith(API_KEY_PREFIX) ? byApiKey(token, fresh) : byToken(token, fresh)
  }
}

async function readStanding(deps: AuthenticateDeps, sessionId: string, accountId: AccountId): Promise<Standing | null> {
  const [isOpen, standing] = await Promise.all([
    sql.isSessionOpen(deps.db, sessionId, accountId),
    accountStatusOf(deps.db, accountId),
  ])
  if (!isOpen || !standing) return null
  const principal: Principal = standing.vendorId
    ? {
        kind: 'vendor',
        vendorId: standing.vendorId,
        role: standing.role,
        accountId,
        sessionId,
        isClosed: standing.isClosed,
      }
    : { kind: 'operator', accountId, sessionId }
  return { principal, tokenVersion: standing.account.tokenVersion }
}

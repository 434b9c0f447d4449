import { createSigner, createVerifier } from 'fast-jwt'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import { TtlCache } from '../../../platform/caching/ttl-cache.ts'
import type { VendorRole } from '../../../platform/http/principal.ts'

interface Claims {
  sub: AccountId
  /** Null for platform operators. */
  vendorId: VendorId | null
  role: VendorRole
  /** The session and the account's token version. Ending either invalidates the token before it expires. */
  sid: string
  ver: number
  iat: number
  exp: number
}

const ISSUER = 'harkara'
const AUDIENCE = 'harkara-api'
/** Distinguishes access tokens from other tokens signed with the same secret. */
const TYPE = 'at+jwt'

const VERIFIED_MS = 60_000
const VERIFIED_MAX = 10_000

export interface AccessTokens {
  sign(claims: Claims): string
  /** Returns the claims of a valid token that is not expired at `now`. */
  verify(token: string, now: Date): Claims | undefined
}

export function createAccessTokens(secret: string): AccessTokens {
  const sign = createSigner({
    key: secret,
    algorithm: 'HS256',
    header: { alg: 'HS256', typ: TYPE },
    iss: ISSUER,
    aud: AUDIENCE,
  })
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    checkTyp: TYPE,
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['iss', 'aud', 'sub', 'vendorId', 'role', 'sid', 'ver', 'iat', 'exp'],
    // The library would use the machine's time; the product's clock is checked below.
    ignoreExpiration: true,
  })
  // A valid signature stays valid, and verifying it for every request would cost more than the request.
  const verified = new TtlCache<Claims>(VERIFIED_MS, VERIFIED_MAX)
  return {
    sign: (claims) => sign({ ...claims }),
    verify(token, now) {
      try {
        let claims = verified.get(token)
        if (!claims) {
          claims = verify(token) as Claims
          verified.set(token, claims)
        }
        return claims.exp * 1000 > now.getTime() ? claims : undefined
      } catch {
        return undefined
      }
    },
  }
}

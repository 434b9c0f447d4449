import { createDecoder, createSigner, createVerifier } from 'fast-jwt'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import { TtlCache } from '../../../platform/caching/ttl-cache.ts'
import { hmac, type SigningSecrets } from '../../../platform/crypto/signing.ts'
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

/**
 * The first secret signs, all of them verify. The key id in the header says which one signed a token; tokens of earlier
 * releases have none.
 */
export function createAccessTokens(secrets: SigningSecrets): AccessTokens {
  const currentId = keyIdOf(secrets[0])
  const sign = createSigner({
    key: secrets[0],
    algorithm: 'HS256',
    header: { alg: 'HS256', typ: TYPE, kid: currentId },
    iss: ISSUER,
    aud: AUDIENCE,
  })
  const verifiers = new Map(secrets.map((secret) => [keyIdOf(secret), verifierWith(secret)]))
  const verify = (token: string): Claims => {
    const { kid } = decodeWhole(token).header as { kid?: string }
    const verifier = verifiers.get(kid ?? currentId)
    if (!verifier) throw new Error('signed with an unknown key')
    return verifier(token) as Claims
  }
  // A valid signature stays valid, and verifying it for every request would cost more than the request.
  const verified = new TtlCache<Claims>(VERIFIED_MS, VERIFIED_MAX)
  return {
    sign: (claims) => sign({ ...claims }),
    verify(token, now) {
      try {
        let claims = verified.get(token)
        if (!claims) {
          claims = verify(token)
          verified.set(token, claims)
        }
        return claims.exp * 1000 > now.getTime() ? claims : undefined
      } catch {
        return undefined
      }
    },
  }
}

const decodeWhole = createDecoder({ complete: true })

const verifierWith = (secret: string) =>
  createVerifier({
    key: secret,
    algorithms: ['HS256'],
    checkTyp: TYPE,
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ['iss', 'aud', 'sub', 'vendorId', 'role', 'sid', 'ver', 'iat', 'exp'],
    // The library would use the machine's time; the product's clock is checked by the caller.
    ignoreExpiration: true,
  })

/** Tells secrets apart without revealing anything about them. */
const keyIdOf = (secret: string) => hmac(secret, 'harkara/key-id').subarray(0, 6).toString('base64url')

import type { ApiScope } from '../../domain/accounts/api-scopes.ts'
import type { OperatorRole } from '../../domain/accounts/operator-role.ts'
import type { AccountId, VendorId } from '../../domain/ids.ts'

export type VendorRole = 'ADMIN' | 'MEMBER'

/** Whoever acts for a vendor: a person, or an API key, which has no account and the rights of a MEMBER. */
export interface VendorPrincipal {
  kind: 'vendor'
  vendorId: VendorId
  role: VendorRole
  accountId: AccountId | undefined
  /** Only for people who signed in. */
  sessionId?: string
  /** Only for API keys. Without scopes a key may do whatever a member may. */
  apiKey?: { id: string; scopes: readonly ApiScope[] | null }
  /** The vendor's account is closed. */
  isClosed?: boolean
  /** The company requires a second factor, and this person has none. */
  needsSecondFactor?: boolean
}

/** Operators belong to no vendor. */
export interface Operator {
  kind: 'operator'
  accountId: AccountId
  role: OperatorRole
  sessionId?: string
  /** The platform requires a second factor, and this operator has none. */
  needsSecondFactor?: boolean
}

/** A signed-in person, member or operator. */
export interface Person {
  accountId: AccountId
  sessionId: string
}

export type Principal = VendorPrincipal | Operator

/** The parts of a request that say who sent it, and from where. */
interface Caller {
  headers: { authorization?: string | undefined }
  ip: string
}

/**
 * Verifies the Authorization header. With `fresh`, role and status are read from the database; otherwise they may be a
 * few seconds old. Returns undefined without a valid token, and throws when the token is an API key that is real but
 * expired or used from another address than it allows.
 */
export type Authenticate = (caller: Caller, fresh: boolean) => Promise<Principal | undefined>

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

/**
 * Verifies the Authorization header. With `fresh`, role and status are read from the database; otherwise they may be a
 * few seconds old. Returns undefined without a valid token.
 */
export type Authenticate = (authorization: string | undefined, fresh: boolean) => Promise<Principal | undefined>

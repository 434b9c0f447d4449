import type { AccountId, VendorId } from '../../domain/ids.ts'

export type VendorRole = 'ADMIN' | 'MEMBER'

/** Who acts for a vendor: a person, or an API key (which has no account and acts as MEMBER). */
export interface Vendor {
  kind: 'vendor'
  vendorId: VendorId
  role: VendorRole
  accountId: AccountId | undefined
  /** Of a person who signed in. */
  sessionId?: string
  /** Its account is closed: it may read its books and do nothing else. */
  isClosed?: boolean
}

/** Platform staff. They belong to no vendor. */
export interface Operator {
  kind: 'operator'
  accountId: AccountId
  sessionId?: string
}

/** Somebody who signed in, wherever they belong. */
export interface Person {
  accountId: AccountId
  sessionId: string
}

export type Principal = Vendor | Operator

/**
 * Reads the Authorization header. `fresh` asks the database for role and status; otherwise an answer of the last few
 * seconds may be used. Undefined means: no valid token.
 */
export type Authenticate = (authorization: string | undefined, fresh: boolean) => Promise<Principal | undefined>

import type { OperatorRole } from '../../../domain/accounts/operator-role.ts'
import { assert } from '../../../domain/assert.ts'
import type { AccountId, VendorId } from '../../../domain/ids.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorRole } from '../../../platform/http/principal.ts'
import { newId } from '../../../platform/ids.ts'
import { recordForVendor, sealPersonal } from '../../audit/record-for-vendor.ts'
import { membershipOf } from '../../vendors/members.ts'
import { isMessagingOn } from '../../vendors/messaging.ts'
import { type Profile, readProfile } from '../../vendors/profile.ts'
import { openEmail } from '../accounts/email-identity.ts'
import { recordSignIn } from '../accounts/operators.cross-vendor.sql.ts'
import * as sql from '../cross-vendor.sql.ts'
import { needsSecondFactor } from '../mfa/gate.ts'
import { type AccessTokens, createAccessTokens } from './access-token.ts'
import type { Client } from './client.ts'
import { refreshToken } from './refresh-token.ts'

export type SessionDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keyring' | 'signer'> & { accessTokens: AccessTokens }

export const sessionDeps = (deps: Deps): SessionDeps => ({
  ...deps,
  accessTokens: createAccessTokens(deps.config.jwtSecrets),
})

/** The response to sign-in, verification, invitation and refresh. */
export interface SessionAnswer {
  accessToken: string
  refreshToken: string
  tokenType: 'Bearer'
  expiresIn: number
  user: {
    id: AccountId
    email: string
    role: VendorRole
    operatorRole: OperatorRole | null
    status: 'ACTIVE'
    mfaSetupRequired: boolean
  }
  vendor: VendorSummary | null
}

export interface VendorSummary {
  id: string
  companyName: string
  country: string
  currency: string
  timezone: string
  status: string
  messagingEnabled: boolean
}

export async function openSession(
  tx: Tx,
  deps: SessionDeps,
  accountId: AccountId,
  client: Pick<Client, 'device' | 'ip'> | undefined,
  now: Date,
): Promise<SessionAnswer> {
  const id = newId<'session'>()
  await sql.insertSession(tx, { id, accountId, device: client?.device, now, expiresAt: sessionEnd(deps, now, now) })
  await recordSignIn(tx, accountId, now)
  const answer = await sessionAnswer(tx, deps, { id, accountId, generation: 1, issuedAt: now })
  assert(answer, 'a session is only created for an account that can sign in')
  // A closed vendor's log can no longer be read, and its key may be gone.
  if (answer.vendor && answer.vendor.status !== 'CLOSED')
    await recordSignedIn(tx, deps, answer.vendor.id as VendorId, accountId, client, now)
  return answer
}

async function recordSignedIn(
  tx: Tx,
  deps: SessionDeps,
  vendorId: VendorId,
  accountId: AccountId,
  client: Pick<Client, 'device' | 'ip'> | undefined,
  now: Date,
) {
  const personal = await sealPersonal(deps, tx, vendorId, { ip: client?.ip })
  const done = { action: 'SIGNED_IN', subjectType: 'member', subjectId: accountId } as const
  const details = { device: client?.device ?? null }
  await recordForVendor(tx, { vendorId, accountId }, { ...done, details, personal }, now)
}

/**
 * The token pair of one generation of a session. It is derived from the session alone, so repeating the call gives the
 * same pair. Undefined when the account may no longer sign in.
 */
export async function sessionAnswer(
  db: Db,
  deps: SessionDeps,
  session: { id: string; accountId: AccountId; generation: number; issuedAt: Date },
): Promise<SessionAnswer | undefined> {
  const accountStatus = await accountStatusOf(db, session.accountId)
  if (!accountStatus) return undefined
  const { account, role, vendorId } = accountStatus
  const issuedAtSeconds = Math.floor(session.issuedAt.getTime() / 1000)
  const expiresIn = deps.config.ACCESS_TOKEN_TTL_SECONDS
  return {
    accessToken: deps.accessTokens.sign({
      sub: account.id,
      vendorId,
      role,
      sid: session.id,
      ver: account.tokenVersion,
      iat: issuedAtSeconds,
      exp: issuedAtSeconds + expiresIn,
    }),
    refreshToken: refreshToken(deps.signer, session.id, session.generation),
    tokenType: 'Bearer',
    expiresIn,
    user: {
      id: account.id,
      email: await openEmail(deps, db, account.emailCipher),
      role,
      operatorRole: account.operatorRole,
      status: 'ACTIVE',
      mfaSetupRequired: await needsSecondFactor(db, deps.config, accountStatus),
    },
    vendor: vendorId && summary(await readProfile(deps, db, vendorId), session.issuedAt),
  }
}

/**
 * What an account may do now, as an operator or as a member of its vendor. Undefined when it may do nothing.
 * Administrators of a closed vendor can still read its books; see platform/http/guards/access.ts. They can change nothing,
 * so no second factor is required of them.
 */
export async function accountStatusOf(db: Db, accountId: AccountId) {
  const account = await sql.findAccount(db, accountId)
  if (account?.status !== 'ACTIVE') return undefined
  if (account.operatorRole)
    return {
      account,
      role: 'ADMIN' as const,
      operatorRole: account.operatorRole,
      vendorId: null,
      isClosed: false,
      mfaRequired: false,
    }
  const membership = await membershipOf(db, accountId)
  if (!membership) return undefined
  const isClosed = membership.status === 'CLOSED'
  if (isClosed && membership.role !== 'ADMIN') return undefined
  return {
    account,
    role: membership.role,
    vendorId: membership.vendorId,
    isClosed,
    mfaRequired: !isClosed && membership.mfaRequired,
  }
}

/** Some time after its last use, and in any case some time after it was opened. */
export const sessionEnd = ({ config }: Pick<Deps, 'config'>, openedAt: Date, now: Date) =>
  new Date(
    Math.min(
      now.getTime() + config.REFRESH_TOKEN_TTL_SECONDS * 1000,
      openedAt.getTime() + config.SESSION_SECONDS_MAX * 1000,
    ),
  )

function summary(profile: Profile, now: Date): VendorSummary {
  const { id, companyName, country, currency, timezone, status } = profile
  return { id, companyName, country, currency, timezone, status, messagingEnabled: isMessagingOn(profile, now) }
}

import type { LoginView, SessionView } from '@harkara/server/auth/schema'
import { MONEY_ROLES, OWNER_ROLES } from '@harkara/server/domain/accounts/operator-role'
import { createStore, useStore } from './state/store.ts'
import type { Out } from './types.ts'

export type SessionResponse = Out<typeof SessionView>
/** A session, or a challenge to be completed with an emailed code or a second factor. */
export type LoginResponse = Out<typeof LoginView>
export type Challenge = Extract<LoginResponse, { challenge: string }>
export type SecondFactorChallenge = Extract<Challenge, { methods: unknown }>
type User = SessionResponse['user']
export type SessionVendor = NonNullable<SessionResponse['vendor']>

/**
 * - `unknown`: the page was just loaded, and the refresh cookie is being checked.
 * - `expired`: the session has expired. The page stays visible under a dialog that asks for the password.
 */
type Session =
  | { state: 'unknown' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: User; vendor: SessionVendor | null }
  | { state: 'expired'; user: User; vendor: SessionVendor | null }

export const session = createStore<Session>({ state: 'unknown' })

/** Kept in memory only, so that it cannot be stolen from storage. */
let accessToken: string | undefined
export const currentToken = () => accessToken

export function setSession(answer: SessionResponse) {
  accessToken = answer.accessToken
  session.set({ state: 'signed-in', user: answer.user, vendor: answer.vendor })
}

/** The company has begun to require a second factor, and this user has none: only its set-up is shown. */
export function requireMfaSetup() {
  const now = session.get()
  if (now.state === 'signed-in' && !now.user.mfaSetupRequired)
    session.set({ ...now, user: { ...now.user, mfaSetupRequired: true } })
}

export function clearSession() {
  accessToken = undefined
  session.set({ state: 'signed-out' })
}

export function expireSession() {
  accessToken = undefined
  const before = session.get()
  if (before.state === 'signed-in') session.set({ ...before, state: 'expired' })
  else if (before.state === 'unknown') session.set({ state: 'signed-out' })
}

/** Resolves once the refresh cookie has been checked. */
export function whenSessionKnown(): Promise<Exclude<Session, { state: 'unknown' }>> {
  return new Promise((resolve) => {
    const check = () => {
      const now = session.get()
      if (now.state === 'unknown') return
      unsubscribe()
      resolve(now)
    }
    const unsubscribe = session.subscribe(check)
    check()
  })
}

/** Resolves when the user has signed in again or signed out. */
export function whenSessionResolved(): Promise<'signed-in' | 'signed-out'> {
  return new Promise((resolve) => {
    const check = () => {
      const { state } = session.get()
      if (state !== 'signed-in' && state !== 'signed-out') return
      unsubscribe()
      resolve(state)
    }
    const unsubscribe = session.subscribe(check)
    check()
  })
}

export const useSession = () => useStore(session)

/** The signed-in user. Only for components inside the signed-in areas. */
export function useUser(): User {
  const now = useSession()
  if (now.state !== 'signed-in' && now.state !== 'expired') throw new Error('not signed in')
  return now.user
}

/** What the signed-in operator may do, so that buttons for anything else are not offered. The server decides. */
export function useOperatorRights() {
  const { operatorRole } = useUser()
  return {
    isOwner: operatorRole !== null && OWNER_ROLES.includes(operatorRole),
    mayMoveMoney: operatorRole !== null && MONEY_ROLES.includes(operatorRole),
  }
}

export const useIsAdmin = () => useUser().role === 'ADMIN'

import type { LoginView, SessionView } from '@harkara/server/auth/schema'
import { createStore, useStore } from './store.ts'
import type { Out } from './types.ts'

export type SessionAnswer = Out<typeof SessionView>
/** A session, or a challenge to be completed with an emailed code. */
export type LoginAnswer = Out<typeof LoginView>
export type User = SessionAnswer['user']
export type SessionVendor = NonNullable<SessionAnswer['vendor']>

/**
 * - `unknown`: the page was just loaded, and the refresh cookie is being checked.
 * - `expired`: the session has expired. The page stays visible under a dialog that asks for the password.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'out' }
  | { state: 'in'; user: User; vendor: SessionVendor | null }
  | { state: 'expired'; user: User; vendor: SessionVendor | null }

export const session = createStore<Session>({ state: 'unknown' })

/** Kept in memory only, so that it cannot be stolen from storage. */
let accessToken: string | undefined
export const currentToken = () => accessToken

export function enter(answer: SessionAnswer) {
  accessToken = answer.accessToken
  session.set({ state: 'in', user: answer.user, vendor: answer.vendor })
}

export function leave() {
  accessToken = undefined
  session.set({ state: 'out' })
}

export function expire() {
  accessToken = undefined
  const before = session.get()
  if (before.state === 'in') session.set({ ...before, state: 'expired' })
  else if (before.state === 'unknown') session.set({ state: 'out' })
}

/** Resolves once the refresh cookie has been checked. */
export function known(): Promise<Exclude<Session, { state: 'unknown' }>> {
  return new Promise((resolve) => {
    const look = () => {
      const now = session.get()
      if (now.state === 'unknown') return
      stop()
      resolve(now)
    }
    const stop = session.watch(look)
    look()
  })
}

/** Resolves when the user has signed in again or signed out. */
export function settled(): Promise<'in' | 'out'> {
  return new Promise((resolve) => {
    const look = () => {
      const { state } = session.get()
      if (state !== 'in' && state !== 'out') return
      stop()
      resolve(state)
    }
    const stop = session.watch(look)
    look()
  })
}

export const useSession = () => useStore(session)

/** The signed-in user. Only for components inside the signed-in areas. */
export function useUser(): User {
  const now = useSession()
  if (now.state !== 'in' && now.state !== 'expired') throw new Error('not signed in')
  return now.user
}

export const useIsAdmin = () => useUser().role === 'ADMIN'

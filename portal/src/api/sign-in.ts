import { clearStoredDrafts } from './drafts.ts'
import { request } from './request.ts'
import { clearSession, type LoginResponse, type SessionResponse, setSession } from './session.ts'

/** Calls an endpoint that starts a session: verification, challenge or invitation. */
export async function signInWith(path: string, body: unknown): Promise<SessionResponse> {
  const answer = await request<SessionResponse>('POST', path, { body, isSignIn: true })
  setSession(answer)
  return answer
}

/** Signs in, or returns the token of a challenge to be completed with an emailed code. */
export async function signIn(body: { email: string; password: string }): Promise<string | undefined> {
  const answer = await request<LoginResponse>('POST', '/auth/login', { body, isSignIn: true })
  if ('challenge' in answer) return answer.challengeToken
  setSession(answer)
  return undefined
}

export const postPublic = <Result>(path: string, body: unknown) =>
  request<Result>('POST', path, { body, isSignIn: true })

/** Deletes the refresh cookie first, then drafts and the session. Without a connection the page still signs out. */
export async function signOut() {
  try {
    await request('POST', '/auth/logout', { isSignIn: true })
  } finally {
    clearStoredDrafts()
    clearSession()
  }
}

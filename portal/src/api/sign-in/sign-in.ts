import { request } from '../request.ts'
import { type Challenge, clearSession, type LoginResponse, type SessionResponse, setSession } from '../session.ts'
import { clearStoredDrafts } from '../state/drafts.ts'
import { broadcastToTabs } from './other-tabs.ts'
import { getPasskey, type PasskeyOptions } from './passkeys.ts'

/** Calls an endpoint that starts a session: verification, passkey or invitation. */
export async function signInWith(path: string, body: unknown): Promise<SessionResponse> {
  const answer = await request<SessionResponse>('POST', path, { body, isSignIn: true })
  setSession(answer)
  return answer
}

/** Signs in, or returns the challenge that has to be completed. */
export const signIn = (body: { email: string; password: string }) => signInOrChallenge('/auth/login', body)

/** Completes a challenge. After an emailed code the second factor may follow as another challenge. */
export const completeChallenge = (challengeToken: string, answer: object) =>
  signInOrChallenge('/auth/challenge', { challengeToken, ...answer })

async function signInOrChallenge(path: string, body: object): Promise<Challenge | undefined> {
  const answer = await request<LoginResponse>('POST', path, { body, isSignIn: true })
  if ('challenge' in answer) return answer
  setSession(answer)
  return undefined
}

/** Signs in with a passkey alone. The browser shows those that it has for this site. */
export async function signInWithPasskey() {
  const options = await postPublic<PasskeyOptions>('/auth/passkeys/sign-in/options', {})
  await signInWith('/auth/passkeys/sign-in', { passkey: await getPasskey(options) })
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
    broadcastToTabs({ signedOut: true })
  }
}

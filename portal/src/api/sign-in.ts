import { forgetDrafts } from './drafts.ts'
import { request } from './request.ts'
import { enter, type LoginAnswer, leave, type SessionAnswer } from './session.ts'

/** Calls an endpoint that starts a session: verification, challenge or invitation. */
export async function enterBy(path: string, body: unknown): Promise<SessionAnswer> {
  const answer = await request<SessionAnswer>('POST', path, { body, isSignIn: true })
  enter(answer)
  return answer
}

/** Signs in, or returns the token of a challenge to be completed with an emailed code. */
export async function signIn(body: { email: string; password: string }): Promise<string | undefined> {
  const answer = await request<LoginAnswer>('POST', '/auth/login', { body, isSignIn: true })
  if ('challenge' in answer) return answer.challengeToken
  enter(answer)
  return undefined
}

export const askOutside = <Answer>(path: string, body: unknown) =>
  request<Answer>('POST', path, { body, isSignIn: true })

/** Deletes the refresh cookie first, then drafts and the session. Without a connection the page still signs out. */
export async function signOut() {
  try {
    await request('POST', '/auth/logout', { isSignIn: true })
  } finally {
    forgetDrafts()
    leave()
  }
}

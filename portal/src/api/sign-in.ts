import { forgetDrafts } from './drafts.ts'
import { request } from './request.ts'
import { enter, type LoginAnswer, leave, type SessionAnswer } from './session.ts'

/** Sign-in, verification and invitation all end the same way: somebody is in. */
export async function enterBy(path: string, body: unknown): Promise<SessionAnswer> {
  const answer = await request<SessionAnswer>('POST', path, { body, isSignIn: true })
  enter(answer)
  return answer
}

/** Signs in, or gives back the token of the challenge that a mailed code has to complete. */
export async function signIn(body: { email: string; password: string }): Promise<string | undefined> {
  const answer = await request<LoginAnswer>('POST', '/auth/login', { body, isSignIn: true })
  if ('challenge' in answer) return answer.challengeToken
  enter(answer)
  return undefined
}

export const askOutside = <Answer>(path: string, body: unknown) =>
  request<Answer>('POST', path, { body, isSignIn: true })

/** The cookie goes first: what follows must not find it. What was typed and not sent goes, too. Without a connection one is out of this page all the same. */
export async function signOut() {
  try {
    await request('POST', '/auth/logout', { isSignIn: true })
  } finally {
    forgetDrafts()
    leave()
  }
}

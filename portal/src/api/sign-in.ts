import { request } from './request.ts'
import { enter, leave, type SessionAnswer } from './session.ts'

/** Sign-in, verification and invitation all end the same way: somebody is in. */
export async function enterBy(path: string, body: unknown): Promise<SessionAnswer> {
  const answer = await request<SessionAnswer>('POST', path, { body, isSignIn: true })
  enter(answer)
  return answer
}

export const askOutside = <Answer>(path: string, body: unknown) =>
  request<Answer>('POST', path, { body, isSignIn: true })

/** The cookie goes first: what follows must not find it. Without a connection one is out of this page all the same. */
export async function signOut() {
  try {
    await request('POST', '/auth/logout', { isSignIn: true })
  } finally {
    leave()
  }
}

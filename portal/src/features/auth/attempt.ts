import { session } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'

interface Attempt {
  email: string
  /** In memory only: a password has no place in storage. */
  password?: string
  /** A code was mailed to it. */
  isSent?: boolean
}

const KEY = 'address-to-verify'

/**
 * Whose address is being verified. The address stays in this tab, so that a reload does not lose the page, until somebody
 * is signed in; it is never in a URL.
 */
export const attempt = createStore<Attempt | undefined>(readKept())

attempt.watch(() => {
  const now = attempt.get()
  if (now) sessionStorage.setItem(KEY, JSON.stringify({ email: now.email, isSent: now.isSent ?? false }))
  else sessionStorage.removeItem(KEY)
})
session.watch(() => {
  if (session.get().state === 'in') attempt.set(undefined)
})

function readKept(): Attempt | undefined {
  try {
    const { email, isSent } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof email === 'string' ? { email, isSent: isSent === true } : undefined
  } catch {
    return undefined
  }
}

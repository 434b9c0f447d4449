import { session } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'

interface Attempt {
  email: string
  /** In memory only; passwords are never stored. */
  password?: string
  /** A code has been sent to the address. */
  isSent?: boolean
}

const KEY = 'address-to-verify'

/**
 * The email address being verified. It is stored in this tab until sign-in, so that a reload keeps the page, and never
 * appears in a URL.
 */
export const attempt = createStore<Attempt | undefined>(readKept())

attempt.subscribe(() => {
  const now = attempt.get()
  if (now) sessionStorage.setItem(KEY, JSON.stringify({ email: now.email, isSent: now.isSent ?? false }))
  else sessionStorage.removeItem(KEY)
})
session.subscribe(() => {
  if (session.get().state === 'signed-in') attempt.set(undefined)
})

function readKept(): Attempt | undefined {
  try {
    const { email, isSent } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof email === 'string' ? { email, isSent: isSent === true } : undefined
  } catch {
    return undefined
  }
}

import { session } from '../../api/session.ts'
import { deleteStoredDraft } from '../../api/state/drafts.ts'
import { createStore } from '../../api/state/store.ts'

interface PendingVerification {
  email: string
  /** In memory only; passwords are never stored. */
  password?: string
  /** A code has been sent to the address. */
  isSent?: boolean
}

const KEY = 'address-to-verify'
/** Company and email of a registration that was not sent. */
export const REGISTRATION_DRAFT = 'register'

/**
 * The email address being verified. It is stored in this tab until sign-in, so that a reload keeps the page, and never
 * appears in a URL.
 */
export const pendingVerification = createStore<PendingVerification | undefined>(readStored())

pendingVerification.subscribe(() => {
  const now = pendingVerification.get()
  if (now) sessionStorage.setItem(KEY, JSON.stringify({ email: now.email, isSent: now.isSent ?? false }))
  else sessionStorage.removeItem(KEY)
})
session.subscribe(() => {
  if (session.get().state !== 'signed-in') return
  pendingVerification.set(undefined)
  deleteStoredDraft(REGISTRATION_DRAFT)
})

function readStored(): PendingVerification | undefined {
  try {
    const { email, isSent } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return typeof email === 'string' ? { email, isSent: isSent === true } : undefined
  } catch {
    return undefined
  }
}

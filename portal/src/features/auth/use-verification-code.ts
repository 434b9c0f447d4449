import { useEffect, useRef, useState } from 'react'
import { postPublic } from '../../api/sign-in/sign-in.ts'
import { useStore } from '../../api/state/store.ts'
import { pendingVerification } from './pending-verification.ts'

/** Sends a code to the address being verified, once, unless one was already sent. */
export function useVerificationCode() {
  const { email, isSent = false } = useStore(pendingVerification) ?? {}
  const [error, setError] = useState<unknown>()
  const asked = useRef<string>(undefined)
  const send = async () => {
    if (!email) return
    setError(undefined)
    try {
      await postPublic('/auth/send-otp', { email })
      const now = pendingVerification.get()
      if (now?.email === email) pendingVerification.set({ ...now, isSent: true })
    } catch (failure) {
      setError(failure)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!email || isSent || asked.current === email) return
    asked.current = email
    void send()
  }, [email, isSent])
  return { isSent, error, send }
}

import { refreshSession } from '../api/request.ts'
import { connection } from '../api/state/connection.ts'

const AGAIN_MS = 3_000

/** Restores the session from the refresh cookie, and retries while the server cannot be reached. */
export async function startSession() {
  try {
    await refreshSession()
  } catch {
    const again = () => {
      clearTimeout(timer)
      unsubscribe()
      void startSession()
    }
    const timer = setTimeout(again, AGAIN_MS)
    const unsubscribe = connection.subscribe(() => connection.get() === 'up' && again())
  }
}

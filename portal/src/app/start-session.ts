import { connection } from '../api/connection.ts'
import { refreshSession } from '../api/request.ts'

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

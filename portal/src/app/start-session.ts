import { connection } from '../api/connection.ts'
import { renew } from '../api/request.ts'

const AGAIN_MS = 3_000

/** Restores the session from the refresh cookie, and retries while the server cannot be reached. */
export async function startSession() {
  try {
    await renew()
  } catch {
    const again = () => {
      clearTimeout(timer)
      stop()
      void startSession()
    }
    const timer = setTimeout(again, AGAIN_MS)
    const stop = connection.watch(() => connection.get() === 'up' && again())
  }
}

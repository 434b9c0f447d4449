import { createStore } from './store.ts'

/** Whether the last request reached the server. While it did not, the server is polled every few seconds. */
export const connection = createStore<'up' | 'lost'>('up')

const RETRY_MS = 3_000
let retryTimer: ReturnType<typeof setTimeout> | undefined

export function markOffline() {
  connection.set('lost')
  retryTimer ??= setTimeout(checkConnection, RETRY_MS)
}

export function markOnline() {
  connection.set('up')
  clearTimeout(retryTimer)
  retryTimer = undefined
}

export async function checkConnection() {
  clearTimeout(retryTimer)
  retryTimer = undefined
  try {
    await fetch('/healthz', { cache: 'no-store' })
    markOnline()
  } catch {
    markOffline()
  }
}

addEventListener('offline', markOffline)
addEventListener('online', () => void checkConnection())

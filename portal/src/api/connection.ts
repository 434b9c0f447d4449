import { createStore } from './store.ts'

/** Whether the last request reached the server. While it did not, the server is polled every few seconds. */
export const connection = createStore<'up' | 'lost'>('up')

const ASK_AGAIN_MS = 3_000
let asking: ReturnType<typeof setTimeout> | undefined

export function noteLost() {
  connection.set('lost')
  asking ??= setTimeout(askAgain, ASK_AGAIN_MS)
}

export function noteUp() {
  connection.set('up')
  clearTimeout(asking)
  asking = undefined
}

export async function askAgain() {
  clearTimeout(asking)
  asking = undefined
  try {
    await fetch('/healthz', { cache: 'no-store' })
    noteUp()
  } catch {
    noteLost()
  }
}

addEventListener('offline', noteLost)
addEventListener('online', () => void askAgain())

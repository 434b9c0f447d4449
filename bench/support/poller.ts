import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Json } from './product.ts'

export interface Poll {
  ms: number
  answer: Json
}

export interface Poller {
  poll(url: string, token: string): Promise<Poll>
  stop(): void
}

/**
 * Polls from a separate process, as a browser elsewhere would. The benchmark process holds a file of 50 MB and has
 * pauses of its own, which would count as the product's.
 */
export function startPoller(): Poller {
  const child = fork(fileURLToPath(new URL('./poller.child.ts', import.meta.url)))
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('whoever polls has ended')))
  ended.catch(() => {})
  return {
    async poll(url, token) {
      const polled = once(child, 'message')
      child.send({ url, token })
      const [poll] = await Promise.race([polled, ended])
      return poll
    },
    stop: () => child.disconnect(),
  }
}

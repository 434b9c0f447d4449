import { randomUUID } from 'node:crypto'
import { type Lock, lockKey } from '../../ports/lock.ts'

/** What a backend must provide. The token identifies the holder: only the holder may release the lock. */
interface LockStore {
  acquire(key: string, token: string, ttlSeconds: number): Promise<boolean>
  release(key: string, token: string): Promise<void>
  close(): Promise<void>
}

export function createLock(store: LockStore, onError: (error: Error) => void): Lock {
  return {
    async tryWith(name, ttlSeconds, work) {
      if (!(ttlSeconds > 0)) throw new RangeError('a lock needs a TTL above 0 seconds')
      const key = lockKey(name)
      const token = randomUUID()
      if (!(await store.acquire(key, token, ttlSeconds))) return { busy: true }
      try {
        return { busy: false, result: await work() }
      } finally {
        // A lock that cannot be released expires; the result or error of the work takes precedence.
        await store.release(key, token).catch(onError)
      }
    },
    close: () => store.close(),
  }
}

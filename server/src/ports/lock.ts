/**
 * At most one holder per name across all processes, for at most `ttlSeconds` of real time. A busy lock is a result, not
 * an exception. The lock is released when `work` ends, also when it throws; the lock of a killed holder expires. A lock
 * only saves work: correctness depends on unique keys and row locks.
 */
export interface Lock {
  tryWith<T>(
    name: string,
    ttlSeconds: number,
    work: () => Promise<T>,
  ): Promise<{ busy: true } | { busy: false; result: T }>
  close(): Promise<void>
}

/** The key under which every adapter stores a lock. */
export const lockKey = (name: string) => `lock:${name}`

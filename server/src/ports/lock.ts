/**
 * At most one holder per name across all processes, until `ttlSeconds` of real time have passed. Busy is an answer, not
 * an exception. The lock is released when `work` ends, also when it throws; a killed holder's lock ends with its TTL.
 * A lock only saves work: unique keys and row locks decide.
 */
export interface Lock {
  tryWith<T>(
    name: string,
    ttlSeconds: number,
    work: () => Promise<T>,
  ): Promise<{ busy: true } | { busy: false; result: T }>
  close(): Promise<void>
}

/** The key every adapter stores a lock under. */
export const lockKey = (name: string) => `lock:${name}`

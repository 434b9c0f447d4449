import type { Pool } from 'pg'
import type { Lock } from '../../ports/lock.ts'
import { createLock } from './create-lock.ts'

/**
 * A lock is a row with an expiry time, not an advisory lock: it holds no connection while the work runs, and it expires
 * when its holder is killed or disconnected. The caller owns the pool.
 */
export function postgresLock(pool: Pool, onError: (error: Error) => void = () => {}): Lock {
  return createLock(
    {
      async acquire(key, token, ttlSeconds) {
        const { rowCount } = await pool.query(ACQUIRE, [key, token, ttlSeconds])
        return rowCount === 1
      },
      async release(key, token) {
        await pool.query(RELEASE, [key, token])
      },
      close: async () => {},
    },
    onError,
  )
}

const ACQUIRE = `
  insert into held_lock as held (name, token, expires_at)
  values ($1, $2, clock_timestamp() + make_interval(secs => $3))
  on conflict (name) do update
    set token = excluded.token, expires_at = clock_timestamp() + make_interval(secs => $3)
    where held.expires_at <= clock_timestamp()`

/** Also deletes a few expired locks of killed holders, whose names may never be used again. */
const RELEASE = `
  with expired_locks as (
    select name from held_lock where expires_at <= clock_timestamp() limit 10 for update skip locked
  ), deleted_locks as (
    delete from held_lock where name in (select name from expired_locks)
  )
  delete from held_lock where name = $1 and token = $2`

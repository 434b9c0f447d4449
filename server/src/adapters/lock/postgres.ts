import type { Pool } from 'pg'
import type { Lock } from '../../ports/lock.ts'
import { lockOn } from './holding.ts'

/**
 * A lock is a row with an end, not an advisory lock: it holds no connection while the work runs, and it ends when its
 * holder is killed or cut off. The pool belongs to the caller.
 */
export function postgresLock(pool: Pool, onError: (error: Error) => void = () => {}): Lock {
  return lockOn(
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

/** Also clears away a few locks whose holders were killed and whose names nobody asks for again. */
const RELEASE = `
  with ended as (
    select name from held_lock where expires_at <= clock_timestamp() limit 10 for update skip locked
  ), swept as (
    delete from held_lock where name in (select name from ended)
  )
  delete from held_lock where name = $1 and token = $2`

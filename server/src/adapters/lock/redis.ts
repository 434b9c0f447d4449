import type { Lock } from '../../ports/lock.ts'
import { closeRedis, openRedis } from '../redis-client.ts'
import { createLock } from './create-lock.ts'

export function redisLock(options: { url: string; onError: (error: Error) => void }): Lock {
  const client = openRedis(options.url, options.onError)
  return createLock(
    {
      acquire: async (key, token, ttlSeconds) =>
        (await client.set(key, token, 'PX', Math.ceil(ttlSeconds * 1000), 'NX')) === 'OK',
      release: async (key, token) => {
        await client.eval(RELEASE, 1, key, token)
      },
      close: () => closeRedis(client),
    },
    options.onError,
  )
}

/** Compare and delete in one step: in between, the lock could expire and be acquired by another holder. */
const RELEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
  return 0`

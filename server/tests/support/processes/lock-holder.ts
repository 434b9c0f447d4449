import pg from 'pg'
import { postgresLock } from '../../../src/adapters/lock/postgres.ts'
import { redisLock } from '../../../src/adapters/lock/redis.ts'

/** Acquires a lock, reports it and holds it until the contract test kills the process. */
const { kind, url, name, ttlSeconds } = JSON.parse(process.argv[2] ?? '') as {
  kind: 'postgres' | 'redis'
  url: string
  name: string
  ttlSeconds: number
}
const onError = (error: Error) => process.stderr.write(`${error}\n`)
const lock =
  kind === 'postgres' ? postgresLock(new pg.Pool({ connectionString: url }), onError) : redisLock({ url, onError })
await lock.tryWith(name, ttlSeconds, async () => {
  process.stdout.write('"held"\n')
  await new Promise((resolve) => setTimeout(resolve, 3_600_000))
})

import { Redis } from 'ioredis'
import pg from 'pg'
import { postgresRateLimiter } from '../../../src/adapters/rate-limiter/postgres.ts'
import { redisRateLimiter } from '../../../src/adapters/rate-limiter/redis.ts'

/** Takes permits as fast as possible and prints, for each take, the store's clock before and after it. */
const { kind, url, key, limit, windowMs, lanes, durationMs } = JSON.parse(process.argv[2] ?? '') as {
  kind: 'postgres' | 'redis'
  url: string
  key: string
  limit: number
  windowMs: number
  lanes: number
  durationMs: number
}
const onError = (error: Error) => process.stderr.write(`${error}\n`)
const pool = new pg.Pool({ connectionString: url, max: lanes })
const redis = new Redis(url, { lazyConnect: true })
const limiter = kind === 'postgres' ? postgresRateLimiter(pool) : redisRateLimiter({ url, onError })

await Promise.all(Array.from({ length: lanes }, (_, lane) => requestRepeatedly(1 + lane * 3)))
await Promise.all([limiter.close(), pool.end(), redis.disconnect()])

async function requestRepeatedly(wanted: number) {
  const startMs = await storeTimeMs()
  for (let from = startMs; from < startMs + durationMs; ) {
    const { granted } = await limiter.take(key, limit, windowMs, wanted)
    const to = await storeTimeMs()
    process.stdout.write(`${JSON.stringify({ from, to, wanted, granted })}\n`)
    from = to
  }
}

async function storeTimeMs() {
  if (kind === 'redis') {
    const [seconds, micros] = await redis.time()
    return Number(seconds) * 1000 + Number(micros) / 1000
  }
  const { rows } = await pool.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
  return rows[0].ms as number
}

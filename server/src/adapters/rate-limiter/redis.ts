import type { RateLimiter } from '../../ports/rate-limiter.ts'
import { closeRedis, openRedis } from '../redis-client.ts'
import { assertValidTake } from './assert-valid-take.ts'

/**
 * Each call that was granted permits is a member of a sorted set, scored with the microsecond of the grant. It stores
 * its permits and the running total, so that the first and last members give the number in use.
 */
export function redisRateLimiter(options: { url: string; onError: (error: Error) => void }): RateLimiter {
  const client = openRedis(options.url, options.onError)
  return {
    async take(key, limit, windowMs, wanted = 1) {
      assertValidTake(limit, windowMs, wanted)
      const reply = await client.eval(TAKE, 1, `permits:${windowMs}:${key}`, limit, windowMs, wanted)
      const [granted, remaining, retryAfterMs] = reply as [number, number, number]
      return { granted, remaining, retryAfterMs }
    },
    close: () => closeRedis(client),
  }
}

/**
 * Scores are formatted with %.0f, because Lua would round sixteen digits to fourteen. If the machine's clock was set
 * back, permits with a later time count as granted now; members of one microsecond sort by their text, and so by their
 * totals. The key expires one window after the last permit, and counting starts again.
 */
const TAKE = `
  local key, limit, window_us, wanted = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]) * 1000, tonumber(ARGV[3])
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local function text(n) return string.format('%.0f', n) end

  redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now - window_us))
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. text(now), '+inf')) do
    redis.call('ZADD', key, text(now), member)
  end

  local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  local total, used = 0, 0
  if oldest[1] then
    local first, permits = string.match(oldest[1], '(%d+):(%d+)')
    total = tonumber(string.match(redis.call('ZRANGE', key, -1, -1)[1], '%d+'))
    used = total - first + permits
  end
  local granted = math.max(math.min(wanted, limit - used), 0)
  if granted > 0 then
    redis.call('ZADD', key, text(now), string.format('%015.0f:%d', total + granted, granted))
    redis.call('PEXPIRE', key, math.ceil(window_us / 1000) + 1)
  end

  local remaining = math.max(limit - used - granted, 0)
  local retry_after_ms = 0
  if remaining == 0 then
    local since = tonumber(oldest[2] or now)
    retry_after_ms = math.ceil((since + window_us - now) / 1000)
  end
  return { granted, remaining, retry_after_ms }`

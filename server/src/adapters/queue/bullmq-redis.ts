import { type ConnectionOptions, createRedisBackend, type IQueueBackend } from 'bullmq'
import { Redis, type RedisOptions } from 'ioredis'
import { type BullEngine, withPauseAfterFault } from './bullmq-engine.ts'

const RECONNECT_WAIT_MS_MAX = 500
/** Adding and removing fail after this many attempts to connect, which take at most three seconds. */
const PRODUCER_RETRIES_MAX = 5
/** For a Redis that keeps the connection open but does not respond. */
const PRODUCER_TIMEOUT_MS = 10_000

export async function redisEngine(
  url: string,
  onError: (error: Error) => void,
): Promise<BullEngine<ConnectionOptions>> {
  const options: RedisOptions = {
    lazyConnect: true,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (tries) => Math.min(tries * 50, RECONNECT_WAIT_MS_MAX),
  }
  const producer = new Redis(url, {
    ...options,
    maxRetriesPerRequest: PRODUCER_RETRIES_MAX,
    commandTimeout: PRODUCER_TIMEOUT_MS,
  })
  const consumer = new Redis(url, { ...options, maxRetriesPerRequest: null })
  for (const connection of [producer, consumer]) {
    connection.on('error', onError)
    connection.setMaxListeners(0)
  }
  await connectOrThrow(producer)
  return {
    producer,
    consumer,
    createBackend: withPauseAfterFault((...args) => {
      const backend = createRedisBackend(...args)
      backend.remove = (id) => removeUnlessRunning(producer, backend, id)
      return backend
    }),
    async close() {
      producer.disconnect()
      consumer.disconnect()
    },
  }
}

/** ioredis would retry forever, and its own rejection does not give the cause. */
async function connectOrThrow(redis: Redis) {
  let cause: Error | undefined
  const remember = (error: Error) => {
    cause = error
  }
  redis.on('error', remember)
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    throw cause ?? error
  } finally {
    redis.off('error', remember)
  }
}

/** BullMQ's own script also reports removing a job that never existed or has finished meanwhile. */
const REMOVE_UNLESS_RUNNING = `
  local removed = redis.call('ZREM', KEYS[1], ARGV[1]) + redis.call('ZREM', KEYS[2], ARGV[1])
  if removed == 0 then removed = redis.call('LREM', KEYS[3], 1, ARGV[1]) end
  if removed > 0 then redis.call('DEL', KEYS[4]) end
  return removed`

async function removeUnlessRunning(redis: Redis, lane: IQueueBackend, id: string) {
  const keys = [lane.toKey('delayed'), lane.toKey('prioritized'), lane.toKey('wait'), lane.toKey(id)]
  return Number(await redis.eval(REMOVE_UNLESS_RUNNING, keys.length, ...keys, id))
}

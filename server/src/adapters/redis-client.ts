import { Redis } from 'ioredis'

const COMMAND_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_WAIT_MS_MAX = 1_000

/**
 * A connection whose commands fail fast when Redis is down instead of waiting for it: locks and rate limits fail
 * closed. A command whose connection broke is not resent, since it may have run.
 */
export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const client = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (tries) => Math.min(tries * 50, RECONNECT_WAIT_MS_MAX),
  })
  client.on('error', onError)
  return client
}

/** Waits for running commands; a connection that is down is dropped. */
export async function closeRedis(client: Redis): Promise<void> {
  await client.quit().catch(() => client.disconnect())
}

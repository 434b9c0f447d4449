import { Redis } from 'ioredis'

const COMMAND_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_WAIT_MS_MAX = 1_000

/**
 * A connection on which a command fails soon when Redis is away, instead of waiting for it to come back: locks and
 * limits fail closed. A command whose connection broke is not sent again, since it may have run.
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

/** Lets running commands end; a connection that is down is simply dropped. */
export async function closeRedis(client: Redis): Promise<void> {
  await client.quit().catch(() => client.disconnect())
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

/** The server answers that it is starting up, recovering or shutting down. */
const NOT_READY = '57P03'
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

const TRY_EVERY_MS = 500
const LOG_EVERY_TRIES = 30

/**
 * Waits until the server accepts connections. One that is recovering may need minutes and says so, so it is waited for
 * without a limit; one that cannot be reached may not exist, so it is given `unreachableSeconds`. Any other error is
 * thrown at once.
 */
export async function waitForDatabase(url: string, log: Log, unreachableSeconds: number): Promise<void> {
  const { host, pathname } = new URL(url)
  let unreachableTriesLeft = (unreachableSeconds * 1_000) / TRY_EVERY_MS
  for (let tries = 0; ; tries++) {
    const error = await tryToConnect(url)
    if (error === undefined) {
      if (tries > 0) log.info({ event: 'database.available', at: `${host}${pathname}` })
      return
    }
    const reason = reasonToWait(error)
    if (reason === undefined || (reason !== NOT_READY && unreachableTriesLeft-- <= 0)) throw error
    if (tries % LOG_EVERY_TRIES === 0)
      log.warn({
        event: 'database.waiting',
        at: `${host}${pathname}`,
        reason,
        detail: reason === NOT_READY ? 'PostgreSQL is not ready yet' : 'PostgreSQL cannot be reached',
      })
    await sleep(TRY_EVERY_MS)
  }
}

async function tryToConnect(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, application_name: 'harkara-start' })
  client.on('error', () => {}) // the call under way rejects too
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

function reasonToWait(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code !== undefined) return code === NOT_READY || UNREACHABLE.has(code) ? code : undefined
  // A server that ends while it accepts the connection.
  return error instanceof Error && error.message.startsWith('Connection terminated') ? 'ECONNRESET' : undefined
}

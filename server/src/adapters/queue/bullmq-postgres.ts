import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionClosedError, createPostgresBackend, DEFAULT_SCHEMA, type PgPool, runMigrations } from 'bullmq'
import pg from 'pg'
import { type BullEngine, withPauseAfterFault } from './bullmq-engine.ts'

/** For all lanes together. Each lane with a worker holds one more connection for LISTEN. */
const CONNECTIONS_MAX = 6

/** If the notification of a new job is lost, the job is found after this. BullMQ would wait up to an hour. */
const POLL_SECONDS = 5

/**
 * BullMQ's tables are in a separate schema, created and migrated by BullMQ. Processes that start together migrate one
 * after the other, under BullMQ's advisory lock.
 */
export async function postgresEngine(url: string, onError: (error: Error) => void): Promise<BullEngine<PgPool>> {
  const config: pg.ClientConfig = {
    connectionString: withSearchPath(url),
    application_name: 'harkara-queue',
    connectionTimeoutMillis: 20_000,
    query_timeout: 30_000,
    keepAlive: true,
  }
  const migrating = await connect(config, onError)
  try {
    await runMigrations(migrating)
  } finally {
    migrating.release()
  }

  const pool = new pg.Pool({ ...config, max: CONNECTIONS_MAX })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))

  const connection = bullPool(pool, config, onError)
  return {
    producer: connection,
    consumer: connection,
    createBackend: withPauseAfterFault((...args) => {
      const backend = createPostgresBackend(...args)
      Object.defineProperty(backend, 'maximumBlockTimeout', { value: POLL_SECONDS })
      backend.remove = (id) => removeUnlessRunning(pool, backend.qualifiedName, id)
      return backend
    }),
    close: () => pool.end(),
  }
}

/**
 * The pool that BullMQ uses. It acquires connections only to keep them, for LISTEN; these are opened outside the pool,
 * so that many lanes cannot exhaust it.
 */
function bullPool(pool: pg.Pool, config: pg.ClientConfig, onError: (error: Error) => void): PgPool {
  const bull: PgPool = {
    query: (text, params) => queryWithRetry(pool, text, params, onError),
    connect: () => connect(config, onError),
    end: async () => {},
    on: () => bull,
    removeAllListeners: () => bull,
  }
  return bull
}

/**
 * An error on a connection without a listener would end the process, so the listener is added first and never removed.
 */
async function connect(config: pg.ClientConfig, onError: (error: Error) => void) {
  const client = new pg.Client(config)
  client.on('error', onError)
  await client.connect()
  const release = () => {
    client.on('error', onError) // BullMQ removes all listeners before it releases a connection
    client.end().catch(onError)
  }
  return Object.assign(client, { release })
}

const QUERY_TRIES_MAX = 10
const QUERY_PAUSE_MS_MAX = 200

/** Every statement of BullMQ is its own transaction, so one that the database rolled back can be repeated. */
async function queryWithRetry(
  pool: pg.Pool,
  text: string,
  params: readonly unknown[] | undefined,
  onError: (error: Error) => void,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.query(text, params && [...params])
    } catch (error) {
      if (wasRolledBack(error) && attempt < QUERY_TRIES_MAX) {
        await sleep(Math.random() * QUERY_PAUSE_MS_MAX) // without a pause the same two would conflict again
        continue
      }
      if (!(error instanceof Error) || !isOutage(error) || pool.ending) throw error
      // BullMQ retries a step only if it takes the error for a lost connection, and then does not report it. With any
      // other error it would count a finished job as failed because the server restarted at that moment.
      onError(error)
      throw new ConnectionClosedError(error.message, error)
    }
  }
}

const wasRolledBack = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/** Connection exceptions, insufficient resources, shutdown or startup, read-only after a failover. */
const OUTAGE_STATES = /^(08|53|57P|25006)/

/** An error that the server did not send is a connection error. */
const isOutage = (error: Error) => !(error instanceof pg.DatabaseError) || OUTAGE_STATES.test(error.code ?? '')

/**
 * BullMQ checks whether the job is running and then deletes it, in two statements: a worker that takes the job in
 * between would run a job that was reported as removed.
 */
async function removeUnlessRunning(pool: pg.Pool, lane: string, id: string) {
  const text = `delete from job where queue = $1 and id = $2 and state in ('waiting', 'delayed')`
  const { rowCount } = await pool.query(text, [lane, id])
  return rowCount ?? 0
}

function withSearchPath(url: string) {
  const parsed = new URL(url)
  const options = parsed.searchParams.get('options') ?? ''
  parsed.searchParams.set('options', `${options} -c search_path=${DEFAULT_SCHEMA}`.trim())
  return parsed.href
}
